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
  type OutcomeInput,
  outcomeUpdate,
  reportCureUpdate,
  type ReviewInput,
  reviewUpdate,
  skipExpiryMs,
  submitUpdate,
  withdrawIdleUpdate,
  withdrawUpdate,
} from './messages.ts';

/** The outcome of a command is not known in time; the same Update id asks again without doing it twice. */
export class OutcomeUnknownError extends Error {
  override readonly name = 'OutcomeUnknownError';
}

export interface CaseClientOptions {
  taskQueue?: string;
  /** How long a command may take before its outcome counts as unknown. */
  deadlineMs?: number;
}

/**
 * gRPC: RESOURCE_EXHAUSTED, FAILED_PRECONDITION, UNAVAILABLE. The second is the answer to a command that would end a case
 * in the moment in which it is told something: the server then has the workflow decide again.
 */
const transientCodes: readonly number[] = [8, 9, 14];
/**
 * One organization never has more commands under way from this process: those of another wait behind two of its
 * commands at most. While no other sends any it may have four. Two gateways together stay below the 10 Updates that a
 * workflow takes at a time.
 */
const underWayPerOrganization = { alone: 4, together: 2 } as const;

/** How long after an advance was sent its skip may reach the server: well before it expires for the workflow. */
const skipWithinMs = skipExpiryMs - 500;

/** The only place that sends a case a command, of which the first starts its workflow. */
export class CaseClient {
  readonly #client: Client;
  readonly #taskQueue: string;
  readonly #deadlineMs: number;
  /** The commands beyond that queue here, inside their deadline. */
  readonly #underWay: ReturnType<typeof createCommandLimiter>;

  constructor(client: Client, { taskQueue = casesTaskQueue, deadlineMs = 8000 }: CaseClientOptions = {}) {
    this.#client = client;
    this.#taskQueue = taskQueue;
    this.#deadlineMs = deadlineMs;
    this.#underWay = createCommandLimiter({ ...underWayPerOrganization, maxWaitMs: deadlineMs });
  }

  /** Starts the workflow where there is none: a draft is a row, and its first command makes it a process. */
  submit(ref: CaseRef, updateId: string = randomUUID()): Promise<CommandResult> {
    return this.#startAndUpdate(ref, submitUpdate, updateId);
  }

  /** A draft has no process yet; for any other case none is started, so that one that has just ended stays ended. */
  withdraw(ref: CaseRef, { isDraft }: { isDraft: boolean }, updateId: string = randomUUID()): Promise<CommandResult> {
    return isDraft ? this.#startAndUpdate(ref, withdrawUpdate, updateId) : this.#update(ref, withdrawUpdate, updateId);
  }

  reportCure(ref: CaseRef, updateId: string = randomUUID()): Promise<CommandResult> {
    return this.#update(ref, reportCureUpdate, updateId);
  }

  /**
   * Takes the step that the sender of this sequence saw the case wait for, unless it has been taken since, and then skips
   * the server's clock to where the step was due. Where that skip is lost, the next advance makes up for it.
   */
  async advance(ref: CaseRef, sequence: number, updateId: string = randomUUID()): Promise<CommandResult> {
    // From before the advance: the workflow reckons from when it got it.
    const deadline = Date.now() + skipWithinMs;
    const result = await this.#update(ref, advanceUpdate, updateId, { sequence });
    if ('skipMs' in result && result.skipMs > 0) {
      const skip = { workflowId: caseWorkflowId(ref.caseId), durationMs: result.skipMs, deadline };
      await fastForward(this.#client, skip).catch(() => {});
    }
    if (result.ok) return { ok: true };
    // The case ended while the command was on its way.
    return { ok: false, code: result.code === 'invalid_transition' ? 'nothing_to_advance' : result.code };
  }

  /** An attorney's decision on what is under review. It was stored under this id before, as the two below are. */
  review(ref: CaseRef, input: ReviewInput, updateId: string): Promise<CommandResult> {
    return this.#update(ref, reviewUpdate, updateId, input);
  }

  /** An attorney's report of what the court did. */
  outcome(ref: CaseRef, input: OutcomeInput, updateId: string): Promise<CommandResult> {
    return this.#update(ref, outcomeUpdate, updateId, input);
  }

  /** What an operator does to a case, the attorney's word included. */
  operate(ref: CaseRef, input: OperateInput, updateId: string): Promise<CommandResult> {
    return this.#update(ref, operateUpdate, updateId, input);
  }

  /** The platform withdraws a draft, or a sandbox case, that nobody has touched for long. */
  withdrawIdle(ref: CaseRef, updateId: string = randomUUID()): Promise<CommandResult> {
    return this.#startAndUpdate(ref, withdrawIdleUpdate, updateId);
  }

  /**
   * Notifies a live case that evidence was added to it. Needs no result: a review that comes before the notification is
   * refused, and then the case knows.
   */
  async notifyEvidenceAdded({ caseId }: CaseRef, factsVersion: number): Promise<void> {
    await this.#signal(caseId, evidenceAddedSignal, factsVersion);
  }

  /**
   * Notifies a case of a mail that was given up. False where it has no process that could record it: a draft, or a case
   * that is over.
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

  /** What the process of a case knows of it, also where it has ended; null where Temporal has none, or not any more. */
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
   * Deletes whatever Temporal has of a case: every run of its process, with history and entry in visibility; one that
   * runs is ended. Resolves with true once none of it is found, false where that takes longer than `withinMs`; the
   * server goes on by itself then. Can be called again at any time. For cases that are erased: nothing brings it back.
   */
  deleteHistory(caseId: string, withinMs: number): Promise<boolean> {
    return deleteRuns(this.#client, caseWorkflowId(caseId), Date.now() + withinMs);
  }

  #startAndUpdate(ref: CaseRef, update: UpdateDefinition<CommandResult>, updateId: string): Promise<CommandResult> {
    const { caseId, organizationId, mode } = ref;
    return this.#send(organizationId, update.name, () => {
      const startWorkflowOperation = new WithStartWorkflowOperation(caseWorkflowType, {
        ...startOptions(ref, this.#taskQueue),
        args: [{ caseId, organizationId, mode } satisfies CaseStart],
        workflowIdConflictPolicy: 'USE_EXISTING',
      });
      // The operation's own promise repeats the failure of the call.
      startWorkflowOperation.workflowHandle().catch(() => {});
      return this.#client.workflow.executeUpdateWithStart<Workflow, CommandResult, []>(update, {
        startWorkflowOperation,
        updateId,
        args: [],
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
    // By its name: the method has one signature for definitions with arguments and another for those without.
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
    const permit = await this.#underWay.acquire(organizationId).catch((cause: unknown) => {
      throw new OutcomeUnknownError('too many commands of this organization wait', { cause });
    });
    try {
      for (let tries = 1; ; tries += 1) {
        try {
          return await this.#client.withDeadline(deadline, attempt);
        } catch (error) {
          if (error instanceof WorkflowNotFoundError) return endedMeanwhile(error, tries);
          if (Date.now() >= deadline || isTimeout(error))
            throw new OutcomeUnknownError('no answer in time', { cause: error });
          if (!isTransient(error)) throw error;
          await pause(Math.min(deadline - Date.now(), 25 * 2 ** tries * (0.5 + Math.random())));
        }
      }
    } finally {
      permit.release();
    }
  }
}

/** The case ended while the command was on its way; where that was not its first try, perhaps by the command itself. */
function endedMeanwhile(cause: WorkflowNotFoundError, tries: number): CommandResult {
  if (tries > 1) throw new OutcomeUnknownError('the case ended between two tries', { cause });
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
