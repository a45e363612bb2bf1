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

/** An open case, whose process can be started from the record in its row. */
export interface RestorableCase extends CaseRef {
  record: CaseRecord;
}

/** The current state of a process in Temporal. */
export interface CaseProcess {
  status: 'running' | Exclude<RestoreReason, 'missing' | 'behind' | 'ahead'>;
  /** The sequence of its last event; null before its first. */
  sequence: number | null;
}

export interface CaseProcessesOptions {
  taskQueue?: string;
  /** Timeout of one call to Temporal. */
  deadlineMs?: number;
}

/** Inspects and restores the processes of cases. `CaseClient` sends them commands. */
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
   * Which of these cases (at most 1,000) have a running process, with its sequence. From visibility, which lags behind:
   * confirm each with `find`.
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

  /** The newest process of a case, strongly consistent; null if Temporal has none. */
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
   * Restarts the process of a case from its record, and terminates one that is ahead of its row. False if another
   * process is already running.
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

  /** Notifies a running process that its row is ahead of it. False if it no longer runs. */
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

  /** How many running workflows of any kind are stuck because their tasks fail. */
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
