import { sandboxStep } from '@evict/case-model';
import type { AdvanceInput, CommandResult } from '@evict/temporal/messages';
import { currentUpdateInfo } from '@temporalio/workflow';
import type { AdvanceRequest, CaseEntity } from './case-entity.ts';

/**
 * Sandbox advance: asks the loop for the step that its sender saw, skips the clock to where that step is due, and returns
 * when it was attempted. Where the step is being taken or has been, by its timer or by another request, it returns at
 * once and the case stays as it is. It waits for nothing but what comes before that step.
 */
export async function advance(entity: CaseEntity, { sequence }: AdvanceInput): Promise<CommandResult> {
  entity.commandsReceived += 1;
  if (entity.record.sequence < sequence) await entity.exclusive(() => entity.reconcile());
  // What its sender saw is recorded a moment before it is over here; after a crash, or with the database away, it is seconds.
  if (isStepBeforeUnderWay(entity, sequence)) await entity.exclusive(async () => {});
  const { record } = entity;
  if (record.sequence !== sequence || entity.underWay !== null || entity.advance) return { ok: true };
  const step = sandboxStep(record);
  // A failed attempt waits for its own timer, which is never skipped.
  if (!step || record.failure) return { ok: false, code: 'nothing_to_advance' };

  const request: AdvanceRequest = { sequence, until: step.advanceTo, commandId: currentUpdateInfo()?.id, done: false };
  entity.advance = request;
  await entity.clock.skipTo(request.until, { id: `advance-${sequence}`, isOver: () => request.done });
  return entity.record.failure ? { ok: false, code: 'nothing_to_advance' } : { ok: true };
}

/** The documents of its stage are being made, or an earlier step is being taken. */
function isStepBeforeUnderWay({ underWay, advance: other }: CaseEntity, sequence: number): boolean {
  if (underWay?.kind === 'render') return true;
  return [underWay, other].some((earlier) => earlier !== null && earlier.sequence < sequence);
}
