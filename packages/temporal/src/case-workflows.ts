import { type Client, WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from '@temporalio/client';
import { casesTaskQueue, type CaseStart, caseWorkflowId, caseWorkflowType, waitQuery } from './messages.ts';
import { look } from './look.ts';
import { type CaseRef, startOptions } from './start-options.ts';

/** The current state of a workflow in Temporal. */
export type WorkflowStatus = 'running' | 'completed' | 'failed' | 'canceled' | 'terminated' | 'timed_out';

export interface CaseWorkflowsOptions {
  taskQueue?: string;
  /** The timeout of one call to Temporal, in milliseconds. */
  deadlineMs?: number;
}

/** Inspects and starts the workflows of cases. `CaseClient` sends them commands. */
export class CaseWorkflows {
  readonly #client: Client;
  readonly #taskQueue: string;
  readonly #deadlineMs: number;
  /** The visibility query for running workflows of this task queue. */
  readonly #running: string;

  constructor(client: Client, { taskQueue = casesTaskQueue, deadlineMs = 8000 }: CaseWorkflowsOptions = {}) {
    this.#client = client;
    this.#taskQueue = taskQueue;
    this.#deadlineMs = deadlineMs;
    this.#running = `ExecutionStatus = 'Running' AND WorkflowType = '${caseWorkflowType}' AND TaskQueue = '${taskQueue}'`;
  }

  /**
   * Returns which of these cases (at most 1,000) have a running workflow, according to visibility. Visibility lags
   * behind, but `find` doesn't.
   */
  async listRunning(caseIds: readonly string[]): Promise<Set<string>> {
    if (caseIds.length === 0) return new Set();
    const ids = caseIds.map((id) => `'${caseWorkflowId(id)}'`).join(', ');
    return this.#list(`${this.#running} AND WorkflowId IN (${ids})`, 1000);
  }

  /** Yields the ids of all running case workflows in pages, according to visibility. */
  async *pagesOfRunning(pageSize: number): AsyncGenerator<string[]> {
    const listed = this.#client.workflow.list({ query: this.#running, pageSize })[Symbol.asyncIterator]();
    for (;;) {
      const page = await this.#inTime(async () => {
        const ids: string[] = [];
        for (let next = await listed.next(); !next.done; next = await listed.next()) {
          if (ids.push(next.value.workflowId) >= pageSize) break;
        }
        return ids;
      });
      yield page;
      if (page.length < pageSize) return;
    }
  }

  /**
   * Returns up to `count` cases whose workflow tasks are failing, according to visibility. Use `isStuck` to verify one
   * of them.
   */
  async listStuck(count: number): Promise<string[]> {
    return [...(await this.#list(`${this.#running} AND TemporalReportedProblems IS NOT NULL`, count))];
  }

  /**
   * Returns whether a case's workflow has been failing its task at least since the given time. A history contains only
   * the first of several failures in a row, so its time is when they began.
   */
  async isStuck(caseId: string, since: Date): Promise<boolean> {
    const { workflowService, options } = this.#client;
    const execution = { workflowId: caseWorkflowId(caseId) };
    const asked = { namespace: options.namespace, execution, maximumPageSize: 100 };
    const { history } = await this.#inTime(() => workflowService.getWorkflowExecutionHistoryReverse(asked));
    const last = history?.events?.find(
      (event) =>
        event.workflowTaskCompletedEventAttributes ??
        event.workflowTaskFailedEventAttributes ??
        event.workflowTaskTimedOutEventAttributes,
    );
    if (!last || last.workflowTaskCompletedEventAttributes) return false;
    return Number(last.eventTime?.seconds) * 1000 <= since.getTime();
  }

  /**
   * Returns the status of a case's newest workflow, or null if Temporal has none. Unlike visibility, this doesn't lag
   * behind.
   */
  async find(caseId: string): Promise<WorkflowStatus | null> {
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
   * Starts a case's workflow, which reads everything else from the case's row. If a workflow is already running,
   * returns false, or terminates and replaces it if `isReplaced` is set.
   */
  async start(ref: CaseRef, { isReplaced = false }: { isReplaced?: boolean } = {}): Promise<boolean> {
    try {
      await this.#inTime(() =>
        this.#client.workflow.start<(start: CaseStart) => Promise<unknown>>(caseWorkflowType, {
          ...startOptions(ref, this.#taskQueue),
          args: [{ caseId: ref.caseId }],
          staticDetails: 'Started without a command, from the row of the case in the database.',
          workflowIdConflictPolicy: isReplaced ? 'TERMINATE_EXISTING' : 'FAIL',
        }),
      );
      return true;
    } catch (error) {
      if (error instanceof WorkflowExecutionAlreadyStartedError) return false;
      throw error;
    }
  }

  /** Waits until the workflow has read its case's row for the first time, for two seconds at most. */
  async untilBegun(caseId: string): Promise<void> {
    const handle = this.#client.workflow.getHandle(caseWorkflowId(caseId));
    await this.#client.withDeadline(Date.now() + 2000, () => handle.query(waitQuery)).catch(() => {});
  }

  /** Terminates the running workflow of a finished case. Returns false if none is running. */
  async terminate(caseId: string): Promise<boolean> {
    try {
      await this.#inTime(() => this.#client.workflow.getHandle(caseWorkflowId(caseId)).terminate('The case is over.'));
      return true;
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return false;
      throw error;
    }
  }

  /** Signals a running workflow to reread its case's row and do what is due. Returns false if none is running. */
  async tell(caseId: string): Promise<boolean> {
    return this.#inTime(() => look(this.#client, caseId));
  }

  /** Returns the number of running workflows of any kind that are stuck because their tasks fail. */
  async countProblems(): Promise<number> {
    const query = `ExecutionStatus = 'Running' AND TemporalReportedProblems IS NOT NULL`;
    return (await this.#inTime(() => this.#client.workflow.count(query))).count;
  }

  async #list(query: string, count: number): Promise<Set<string>> {
    const found = new Set<string>();
    await this.#inTime(async () => {
      const listed = this.#client.workflow.list({ query, pageSize: Math.min(count, 1000) });
      for await (const { workflowId } of listed) {
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

const statuses: Readonly<Record<string, WorkflowStatus>> = {
  RUNNING: 'running',
  PAUSED: 'running',
  COMPLETED: 'completed',
  FAILED: 'failed',
  CANCELLED: 'canceled',
  TERMINATED: 'terminated',
  TIMED_OUT: 'timed_out',
};

/** Maps Temporal's name for a status. An unknown status counts as running, so that the workflow is left alone. */
function statusOf(name: string): WorkflowStatus {
  return statuses[name] ?? 'running';
}
