import { randomUUID } from 'node:crypto';
import type { CaseRecord } from '@evict/case-model';
import {
  type Client,
  isGrpcDeadlineError,
  isGrpcServiceError,
  type Workflow,
  WithStartWorkflowOperation,
  WorkflowNotFoundError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client';
import type { SignalDefinition, UpdateDefinition } from '@temporalio/common';
import { deleteRuns } from './delete-runs.ts';
import { fastForward } from './fast-forward.ts';
import { createCommandLimiter } from './command-limiter.ts';
import { measured } from './measured.ts';
import { type CaseRef, startOptions } from './start-options.ts';
import {
  advanceUpdate,
  caseQuery,
  casesTaskQueue,
  type CaseStart,
  caseWorkflowId,
  caseWorkflowType,
  type CommandResult,
  evidenceAddedSignal,
  type MailFailed,
  mailFailedSignal,
  type OperateInput,
  operateUpdate,
  reportCureUpdate,
  skipExpiryMs,
  type SubmitInput,
  submitUpdate,
  withdrawIdleUpdate,
  withdrawUpdate,
} from './messages.ts';

/** The outcome of a command is not known in time. Sending it again under the same Update id is safe. */
export class OutcomeUnknownError extends Error {
  override readonly name = 'OutcomeUnknownError';
}

export interface CaseClientOptions {
  taskQueue?: string;
  /** How long a command may take before its outcome counts as unknown. */
  deadlineMs?: number;
}

/**
 * gRPC: RESOURCE_EXHAUSTED, FAILED_PRECONDITION, UNAVAILABLE. The server returns the second if a workflow completes
 * while another message arrives, and then reruns the workflow task.
 */
const transientCodes: readonly number[] = [8, 9, 14];
/**
 * Concurrent commands of one organization from this process: four while no other organization sends any, otherwise two.
 * Two gateways together stay below Temporal's limit of 10 Updates in progress per workflow.
 */
const concurrentPerOrganization = { alone: 4, together: 2 } as const;

/** How long after an advance its skip may be sent, in milliseconds: well before the workflow lets it expire. */
const skipWithinMs = skipExpiryMs - 500;

/** The only sender of commands to cases. The first command starts the workflow. */
export class CaseClient {
  readonly #client: Client;
  readonly #taskQueue: string;
  readonly #deadlineMs: number;
  /** Further commands queue here until their deadline. */
  readonly #limiter: ReturnType<typeof createCommandLimiter>;

  constructor(client: Client, { taskQueue = casesTaskQueue, deadlineMs = 8000 }: CaseClientOptions = {}) {
    this.#client = client;
    this.#taskQueue = taskQueue;
    this.#deadlineMs = deadlineMs;
    this.#limiter = createCommandLimiter({ ...concurrentPerOrganization, maxWaitMs: deadlineMs });
  }

  /** Starts the workflow if there is none: a draft has no process until its first command. */
  submit(ref: CaseRef, updateId: string = randomUUID(), input?: SubmitInput): Promise<CommandResult> {
    return this.#startAndUpdate(ref, submitUpdate, updateId, input);
  }

  /** Starts a process for a draft only, so that a case that has just ended stays ended. */
  withdraw(ref: CaseRef, { isDraft }: { isDraft: boolean }, updateId: string = randomUUID()): Promise<CommandResult> {
    return isDraft ? this.#startAndUpdate(ref, withdrawUpdate, updateId) : this.#update(ref, withdrawUpdate, updateId);
  }

  reportCure(ref: CaseRef, updateId: string = randomUUID()): Promise<CommandResult> {
    return this.#update(ref, reportCureUpdate, updateId);
  }

  /**
   * Takes the step that was pending at this sequence, unless it has been taken since, and then skips the server's clock
   * to its due time. If that skip is lost, the next advance makes up for it.
   */
  async advance(ref: CaseRef, sequence: number, updateId: string = randomUUID()): Promise<CommandResult> {
    // Computed before sending: the workflow starts its own count later, on receipt.
    const deadline = Date.now() + skipWithinMs;
    const result = await this.#update(ref, advanceUpdate, updateId, { sequence });
    if ('skipMs' in result && result.skipMs > 0) {
      const skip = { workflowId: caseWorkflowId(ref.caseId), durationMs: result.skipMs, deadline };
      await fastForward(this.#client, skip).catch(() => {});
    }
    if (result.ok) return { ok: true };
    // The case ended before the command arrived.
    return { ok: false, code: result.code === 'invalid_transition' ? 'nothing_to_advance' : result.code };
  }

  /**
   * A command of an attorney or operator. It must be stored under this id first. A finished case takes what completes
   * its record: a process is started for the command, takes the record over from the database, and ends.
   */
  operate(
    ref: CaseRef,
    input: OperateInput,
    updateId: string,
    { isFinished = false }: { isFinished?: boolean } = {},
  ): Promise<CommandResult> {
    return isFinished
      ? this.#startAndUpdate(ref, operateUpdate, updateId, input)
      : this.#update(ref, operateUpdate, updateId, input);
  }

  /** The platform withdraws an idle draft or sandbox case. */
  withdrawIdle(ref: CaseRef, updateId: string = randomUUID()): Promise<CommandResult> {
    return this.#startAndUpdate(ref, withdrawIdleUpdate, updateId);
  }

  /**
   * Notifies a live case that evidence was added. Best effort: a review that arrives first is refused, and the case
   * then learns of the evidence.
   */
  async notifyEvidenceAdded({ caseId }: CaseRef, factsVersion: number): Promise<void> {
    await this.#signal(caseId, evidenceAddedSignal, factsVersion);
  }

  /**
   * Notifies a case of a mail that has exhausted its retries. False if the case has no process: a draft, or a finished
   * case.
   */
  async notifyMailFailed(caseId: string, failed: MailFailed): Promise<boolean> {
    try {
      await this.#signal(caseId, mailFailedSignal, failed);
      return true;
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return false;
      throw error;
    }
  }

  /** The record held by the process of a case, running or ended; null if Temporal has none. */
  async recordOf(caseId: string): Promise<CaseRecord | null> {
    const handle = this.#client.workflow.getHandle(caseWorkflowId(caseId));
    try {
      const deadline = Date.now() + this.#deadlineMs;
      return (await this.#client.withDeadline(deadline, () => handle.query(caseQuery))).record;
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return null;
      throw error;
    }
  }

  /**
   * Irreversibly deletes every run of a case's process, with history and visibility, and terminates a running one.
   * Resolves to true once none is found; false if that takes longer than `withinMs`, and the server then finishes by
   * itself. Idempotent. For erased cases.
   */
  deleteHistory(caseId: string, withinMs: number): Promise<boolean> {
    return deleteRuns(this.#client, caseWorkflowId(caseId), Date.now() + withinMs);
  }

  #startAndUpdate<Args extends unknown[]>(
    ref: CaseRef,
    update: UpdateDefinition<CommandResult, Args>,
    updateId: string,
    ...args: Args
  ): Promise<CommandResult> {
    const { caseId, organizationId, mode } = ref;
    return this.#send(organizationId, update.name, () => {
      const startWorkflowOperation = new WithStartWorkflowOperation(caseWorkflowType, {
        ...startOptions(ref, this.#taskQueue),
        args: [{ caseId, organizationId, mode } satisfies CaseStart],
        workflowIdConflictPolicy: 'USE_EXISTING',
      });
      // The operation's own promise rejects with the same error as the call.
      startWorkflowOperation.workflowHandle().catch(() => {});
      return this.#client.workflow.executeUpdateWithStart<Workflow, CommandResult, Args>(update, {
        startWorkflowOperation,
        updateId,
        args,
      });
    });
  }

  async #signal<Args extends unknown[]>(caseId: string, signal: SignalDefinition<Args>, ...args: Args): Promise<void> {
    const handle = this.#client.workflow.getHandle(caseWorkflowId(caseId));
    await this.#client.withDeadline(Date.now() + this.#deadlineMs, () => handle.signal(signal, ...args));
  }

  #update<Result extends CommandResult, Args extends unknown[]>(
    { caseId, organizationId }: CaseRef,
    { name }: UpdateDefinition<Result, Args>,
    updateId: string,
    ...args: Args
  ): Promise<Result | CommandResult> {
    const handle = this.#client.workflow.getHandle(caseWorkflowId(caseId));
    // By name: the overloads for definitions with and without arguments do not unify.
    return this.#send(organizationId, name, () =>
      handle.executeUpdate<Result, [unknown]>(name, { updateId, args: args as unknown[] as [unknown] }),
    );
  }

  #send<Result extends CommandResult>(
    organizationId: string,
    command: string,
    attempt: () => Promise<Result>,
  ): Promise<Result | CommandResult> {
    return measured(
      command,
      () => this.#sendInTime(organizationId, attempt),
      (error) => error instanceof OutcomeUnknownError,
    );
  }

  async #sendInTime<Result extends CommandResult>(
    organizationId: string,
    attempt: () => Promise<Result>,
  ): Promise<Result | CommandResult> {
    const deadline = Date.now() + this.#deadlineMs;
    const permit = await this.#limiter.acquire(organizationId).catch((cause: unknown) => {
      throw new OutcomeUnknownError('too many commands of this organization are queued', { cause });
    });
    try {
      for (let attempts = 1; ; attempts += 1) {
        try {
          return await this.#client.withDeadline(deadline, attempt);
        } catch (error) {
          if (error instanceof WorkflowNotFoundError) return endedMeanwhile(error, attempts);
          if (Date.now() >= deadline || isTimeout(error))
            throw new OutcomeUnknownError('no response in time', { cause: error });
          if (!isTransient(error)) throw error;
          await pause(Math.min(deadline - Date.now(), 25 * 2 ** attempts * (0.5 + Math.random())));
        }
      }
    } finally {
      permit.release();
    }
  }
}

/** The case ended before the command arrived. After a retry, the command itself may have ended it. */
function endedMeanwhile(cause: WorkflowNotFoundError, attempts: number): CommandResult {
  if (attempts > 1) throw new OutcomeUnknownError('the case ended between two attempts', { cause });
  return { ok: false, code: 'invalid_transition' };
}

function isTimeout(error: unknown): boolean {
  return error instanceof WorkflowUpdateRPCTimeoutOrCancelledError || isGrpcDeadlineError(error);
}

function isTransient(error: unknown): boolean {
  const cause = error instanceof Error && isGrpcServiceError(error.cause) ? error.cause : error;
  return isGrpcServiceError(cause) && transientCodes.includes(cause.code);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
}
