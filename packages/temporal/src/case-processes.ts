import { type Client, WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from '@temporalio/client';
import { casesTaskQueue, type CaseStart, caseWorkflowId, caseWorkflowType, lookSignal } from './messages.ts';
import { type CaseRef, startOptions } from './start-options.ts';

/** The current state of a workflow in Temporal. */
export type ProcessStatus = 'running' | 'completed' | 'failed' | 'canceled' | 'terminated' | 'timed_out';

export interface CaseProcessesOptions {
  taskQueue?: string;
  /** Timeout of one call to Temporal. */
  deadlineMs?: number;
}

/** Inspects and starts the workflows of cases. `CaseClient` sends them commands. */
export class CaseProcesses {
  readonly #client: Client;
  readonly #taskQueue: string;
  readonly #deadlineMs: number;

  constructor(client: Client, { taskQueue = casesTaskQueue, deadlineMs = 8000 }: CaseProcessesOptions = {}) {
    this.#client = client;
    this.#taskQueue = taskQueue;
    this.#deadlineMs = deadlineMs;
  }

  /** Which of these cases (at most 1,000) have a running workflow. From visibility, which lags behind: see `find`. */
  async listRunning(caseIds: readonly string[]): Promise<Set<string>> {
    if (caseIds.length === 0) return new Set();
    const ids = caseIds.map((id) => `'${caseWorkflowId(id)}'`).join(', ');
    return this.#ids(`${running} AND WorkflowId IN (${ids})`, 1000);
  }

  /** The ids of up to `count` running workflows of cases after an id, in order. From visibility. */
  async listRunningAfter(after: string, count: number): Promise<string[]> {
    const found = await this.#ids(`${running} AND WorkflowId > '${after}'`, count);
    return [...found].toSorted();
  }

  /** The cases whose workflow has failed its tasks for longer than `forMs`: at most `count`. */
  async listStuck({ forMs, count }: { forMs: number; count: number }): Promise<string[]> {
    const before = new Date(Date.now() - forMs).toISOString();
    const query = `${running} AND TemporalReportedProblems IS NOT NULL AND StartTime < '${before}'`;
    return [...(await this.#ids(query, count))];
  }

  /** The newest workflow of a case, strongly consistent; null if Temporal has none. */
  async find(caseId: string): Promise<ProcessStatus | null> {
    const handle = this.#client.workflow.getHandle(caseWorkflowId(caseId));
    try {
      const { status } = await this.#inTime(() => handle.describe());
      return statusOf(status.name);
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return null;
      throw error;
    }
  }

  /**
   * Starts the workflow of a case, which learns everything else from its row. False if one is running already.
   * `isReplaced`: that one is terminated.
   */
  async start(ref: CaseRef, { isReplaced = false }: { isReplaced?: boolean } = {}): Promise<boolean> {
    try {
      await this.#inTime(() =>
        this.#client.workflow.start<(start: CaseStart) => Promise<unknown>>(caseWorkflowType, {
          ...startOptions(ref, this.#taskQueue),
          args: [{ caseId: ref.caseId }],
          staticDetails: 'Started from the row of the case.',
          workflowIdConflictPolicy: isReplaced ? 'TERMINATE_EXISTING' : 'FAIL',
        }),
      );
      return true;
    } catch (error) {
      if (error instanceof WorkflowExecutionAlreadyStartedError) return false;
      throw error;
    }
  }

  /** Tells a running workflow to look at the row of its case. False if it no longer runs. */
  async tell(caseId: string): Promise<boolean> {
    const handle = this.#client.workflow.getHandle(caseWorkflowId(caseId));
    try {
      await this.#inTime(() => handle.signal(lookSignal));
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

  async #ids(query: string, count: number): Promise<Set<string>> {
    const found = new Set<string>();
    await this.#inTime(async () => {
      for await (const { workflowId } of this.#client.workflow.list({ query, pageSize: Math.min(count, 1000) })) {
        found.add(workflowId);
        if (found.size >= count) return;
      }
    });
    return found;
  }

  #inTime<T>(call: () => Promise<T>): Promise<T> {
    return this.#client.withDeadline(Date.now() + this.#deadlineMs, call);
  }
}

const running = `ExecutionStatus = 'Running' AND WorkflowType = '${caseWorkflowType}'`;

const statuses: Readonly<Record<string, ProcessStatus>> = {
  RUNNING: 'running',
  PAUSED: 'running',
  COMPLETED: 'completed',
  FAILED: 'failed',
  CANCELLED: 'canceled',
  TERMINATED: 'terminated',
  TIMED_OUT: 'timed_out',
};

/** A status that is unknown here is left alone. */
function statusOf(name: string): ProcessStatus {
  return statuses[name] ?? 'running';
}
