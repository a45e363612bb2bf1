import { randomUUID } from 'node:crypto';
import type { WrittenKind } from '@evict/case-model';
import {
  type Client,
  isGrpcDeadlineError,
  isGrpcServiceError,
  type Workflow,
  WithStartWorkflowOperation,
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { look } from './look.ts';
import { createCommandLimiter } from './command-limiter.ts';
import { measured } from './measured.ts';
import {
  casesTaskQueue,
  type CaseStart,
  caseWorkflowId,
  caseWorkflowType,
  type CommandInput,
  type CommandResult,
  commandUpdates,
  startingOver,
} from './messages.ts';
import { type CaseRef, startOptions } from './start-options.ts';

/** Thrown if a command's outcome isn't known in time. It is safe to send the command again under the same id. */
export class OutcomeUnknownError extends Error {
  override readonly name = 'OutcomeUnknownError';
}

export interface CaseClientOptions {
  taskQueue?: string;
  /** How long a command may take before its outcome counts as unknown, in milliseconds. */
  deadlineMs?: number;
}

/**
 * The gRPC codes NOT_FOUND, RESOURCE_EXHAUSTED, FAILED_PRECONDITION and UNAVAILABLE. The server returns NOT_FOUND if a
 * workflow ends before it takes the Update that came with a start, and FAILED_PRECONDITION if a workflow completes
 * while another message arrives.
 */
const transientCodes: readonly number[] = [5, 8, 9, 14];
/** The server's failure type for an Update that a run accepted but didn't complete before it ended. */
const runEnded = 'AcceptedUpdateCompletedWorkflow';
const transientFailures: readonly unknown[] = [startingOver, runEnded];
/**
 * How many commands of one organization this process sends at a time: four while no other organization sends any,
 * otherwise two. That keeps a few gateways together below Temporal's limit of 10 Updates in progress per workflow. An
 * Update beyond the limit is refused and sent again.
 */
const concurrentPerOrganization = { alone: 4, together: 2 } as const;

/** The only sender of commands to cases. A case's first command starts its workflow. */
export class CaseClient {
  readonly #client: Client;
  readonly #taskQueue: string;
  readonly #deadlineMs: number;
  /** Limits concurrent commands. Further commands wait here until their deadline. */
  readonly #limiter: ReturnType<typeof createCommandLimiter>;

  constructor(client: Client, { taskQueue = casesTaskQueue, deadlineMs = 8000 }: CaseClientOptions = {}) {
    this.#client = client;
    this.#taskQueue = taskQueue;
    this.#deadlineMs = deadlineMs;
    this.#limiter = createCommandLimiter({ ...concurrentPerOrganization, maxWaitMs: deadlineMs });
  }

  /**
   * Sends a command whose row its author has written. The Update has the command's id, so sending it twice has no
   * further effect. Starts the workflow if there is none, as for a draft, a finished case that still accepts a report,
   * or a case whose workflow was lost. Throws `OutcomeUnknownError` if the command isn't decided in time. `isRenewed`
   * means that an earlier Update with the same id may have found the command void. The Update then gets a new id, so
   * that Temporal doesn't return that answer again.
   */
  send(
    ref: CaseRef,
    kind: WrittenKind,
    commandId: string,
    { isRenewed = false }: { isRenewed?: boolean } = {},
  ): Promise<CommandResult> {
    const anotherId = () => `${commandId}-${randomUUID()}`;
    let updateId = isRenewed ? anotherId() : commandId;
    // For most cases, the submit is the first command, so don't look for a running workflow before starting one.
    const isFirst = kind === 'submit';
    const attempt = () =>
      this.#update(ref, kind, { commandId, updateId, isFirst }).catch((error: unknown) => {
        // With the same id, Temporal would return the answer of the run that has ended.
        if (failureType(error) === runEnded) updateId = anotherId();
        throw error;
      });
    return measured(
      kind,
      () => this.#inTime(ref.organizationId, attempt),
      (error) => error instanceof OutcomeUnknownError,
    );
  }

  /**
   * Signals a case's running workflow to reread the case's row and do what is due. Returns false if none is running.
   */
  async look(caseId: string): Promise<boolean> {
    return this.#client.withDeadline(Date.now() + this.#deadlineMs, () => look(this.#client, caseId));
  }

  async #update(
    ref: CaseRef,
    kind: WrittenKind,
    { commandId, updateId, isFirst }: CommandInput & { updateId: string; isFirst: boolean },
  ): Promise<CommandResult> {
    const { definition } = commandUpdates[kind];
    const args: [CommandInput] = [{ commandId }];
    if (!isFirst) {
      try {
        const handle = this.#client.workflow.getHandle(caseWorkflowId(ref.caseId));
        return await handle.executeUpdate(definition, { updateId, args });
      } catch (error) {
        if (!(error instanceof WorkflowNotFoundError)) throw error;
      }
    }
    const startWorkflowOperation = new WithStartWorkflowOperation(caseWorkflowType, {
      ...startOptions(ref, this.#taskQueue),
      args: [{ caseId: ref.caseId } satisfies CaseStart],
      workflowIdConflictPolicy: 'USE_EXISTING',
    });
    // The operation's own promise rejects with the same error as the call, so it is ignored.
    startWorkflowOperation.workflowHandle().catch(() => {});
    return this.#client.workflow.executeUpdateWithStart<Workflow, CommandResult, [CommandInput]>(definition, {
      startWorkflowOperation,
      updateId,
      args,
    });
  }

  async #inTime(organizationId: string, attempt: () => Promise<CommandResult>): Promise<CommandResult> {
    // Measured by the monotonic clock, because the host's clock can jump.
    const deadline = performance.now() + this.#deadlineMs;
    const left = () => deadline - performance.now();
    const permit = await this.#limiter.acquire(organizationId).catch((cause: unknown) => {
      throw new OutcomeUnknownError('too many commands of this organization are queued', { cause });
    });
    try {
      for (let attempts = 1; ; attempts += 1) {
        try {
          return await this.#client.withDeadline(Date.now() + left(), attempt);
        } catch (error) {
          if (left() <= 0 || isTimeout(error)) throw new OutcomeUnknownError('no response in time', { cause: error });
          if (!isTransient(error)) throw error;
          await pause(Math.min(left(), 25 * 2 ** attempts * (0.5 + Math.random())));
        }
      }
    } finally {
      permit.release();
    }
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof WorkflowUpdateRPCTimeoutOrCancelledError || isGrpcDeadlineError(error);
}

function isTransient(error: unknown): boolean {
  if (error instanceof WorkflowUpdateFailedError) return transientFailures.includes(failureType(error));
  const cause = error instanceof Error && isGrpcServiceError(error.cause) ? error.cause : error;
  return isGrpcServiceError(cause) && transientCodes.includes(cause.code);
}

function failureType(error: unknown): unknown {
  const isFailure = error instanceof WorkflowUpdateFailedError && error.cause instanceof ApplicationFailure;
  return isFailure ? error.cause.type : null;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
}
