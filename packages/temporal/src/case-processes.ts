import type { CaseRecord } from '@evict/case-model';
import { type Client, WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from '@temporalio/client';
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import { type CaseRef, startOptions } from './start-options.ts';
import {
  behindSignal,
  casesTaskQueue,
  type CaseStart,
  caseWorkflowId,
  caseWorkflowType,
  type RestoreReason,
  type searchAttributes,
} from './messages.ts';

/** What an open case's process is started from: the record of its row. */
export interface RestorableCase extends CaseRef {
  record: CaseRecord;
}

/** A process as Temporal has it now. */
export interface CaseProcess {
  status: 'running' | Exclude<RestoreReason, 'missing' | 'behind' | 'ahead'>;
  /** Of the last event that it knows; null before its first. */
  sequence: number | null;
}

export interface CaseProcessesOptions {
  taskQueue?: string;
  /** How long Temporal may take to answer one call. */
  deadlineMs?: number;
}

/** Looks at the processes of cases and brings them back. Commands to them are in `CaseClient`. */
export class CaseProcesses {
  readonly #client: Client;
  readonly #taskQueue: string;
  readonly #deadlineMs: number;

  constructor(client: Client, { taskQueue = casesTaskQueue, deadlineMs = 8000 }: CaseProcessesOptions = {}) {
    this.#client = client;
    this.#taskQueue = taskQueue;
    this.#deadlineMs = deadlineMs;
  }

  /**
   * Which of these cases have a running process, and the sequence that it knows. At most 1,000 cases. From visibility,
   * which lags behind: what it says of a case has to be confirmed by `find`.
   */
  async listRunning(caseIds: readonly string[]): Promise<Map<string, number | null>> {
    const ids = caseIds.map((id) => `'${caseWorkflowId(id)}'`).join(', ');
    const query = `ExecutionStatus = 'Running' AND WorkflowType = '${caseWorkflowType}' AND WorkflowId IN (${ids})`;
    const found = new Map<string, number | null>();
    if (caseIds.length === 0) return found;
    await this.#inTime(async () => {
      for await (const { workflowId, typedSearchAttributes } of this.#client.workflow.list({ query, pageSize: 1000 })) {
        found.set(workflowId, typedSearchAttributes.get(sequenceKey) ?? null);
      }
    });
    return found;
  }

  /** The newest process of a case, at this moment; null where Temporal has none. */
  async find(caseId: string): Promise<CaseProcess | null> {
    const handle = this.#client.workflow.getHandle(caseWorkflowId(caseId));
    try {
      const { status, typedSearchAttributes } = await this.#inTime(() => handle.describe());
      return { status: statusOf(status.name), sequence: typedSearchAttributes.get(sequenceKey) ?? null };
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return null;
      throw error;
    }
  }

  /**
   * Starts the process of a case anew from its record; one that is ahead of its row is ended for it. False where another
   * one runs by now.
   */
  async restore({ record, ...ref }: RestorableCase, reason: RestoreReason): Promise<boolean> {
    const start: CaseStart = { ...ref, record, restored: reason };
    try {
      await this.#inTime(() =>
        this.#client.workflow.start<(start: CaseStart) => Promise<unknown>>(caseWorkflowType, {
          ...startOptions(ref, this.#taskQueue),
          args: [start],
          staticDetails: `Started from the record of the case: the process before it was ${reason}.`,
          workflowIdConflictPolicy: reason === 'ahead' ? 'TERMINATE_EXISTING' : 'FAIL',
        }),
      );
      return true;
    } catch (error) {
      if (error instanceof WorkflowExecutionAlreadyStartedError) return false;
      throw error;
    }
  }

  /** Notifies a running process that its row is further on. False where it no longer runs. */
  async notifyBehind(caseId: string): Promise<boolean> {
    const handle = this.#client.workflow.getHandle(caseWorkflowId(caseId));
    try {
      await this.#inTime(() => handle.signal(behindSignal));
      return true;
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return false;
      throw error;
    }
  }

  /** How many running workflows of any kind cannot go on, because their tasks fail. */
  async countProblems(): Promise<number> {
    const query = `ExecutionStatus = 'Running' AND TemporalReportedProblems IS NOT NULL`;
    return (await this.#inTime(() => this.#client.workflow.count(query))).count;
  }

  #inTime<T>(call: () => Promise<T>): Promise<T> {
    return this.#client.withDeadline(Date.now() + this.#deadlineMs, call);
  }
}

const sequenceKey = defineSearchAttributeKey(
  'CaseSequence' satisfies keyof typeof searchAttributes,
  SearchAttributeType.INT,
);

const statuses: Readonly<Record<string, CaseProcess['status']>> = {
  RUNNING: 'running',
  PAUSED: 'running',
  COMPLETED: 'completed',
  FAILED: 'failed',
  CANCELLED: 'canceled',
  TERMINATED: 'terminated',
  TIMED_OUT: 'timed_out',
};

/** A status that is unknown here is left alone. */
function statusOf(name: string): CaseProcess['status'] {
  return statuses[name] ?? 'running';
}
