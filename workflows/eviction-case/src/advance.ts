import type { AdvanceInput, AdvanceResult } from '@evict/temporal/messages';
import type { CaseEntity } from './case-entity.ts';
import { perform, renderMissing } from './perform.ts';

/**
 * Sandbox advance: takes the step that its sender saw, as of its due time, and asks the sender to skip the server's
 * clock to that time. If a timer or another advance has taken that step meanwhile, the case is unchanged.
 */
export function advance(entity: CaseEntity, { sequence }: AdvanceInput): Promise<AdvanceResult> {
  entity.commandsReceived += 1;
  return entity.exclusive(async () => {
    if (entity.record.sequence < sequence) await entity.reconcile();
    if (entity.record.sequence !== sequence) return { ok: true, skipMs: 0 };
    const { clock } = entity;
    // The sender of an earlier advance died before it skipped. After this wait this sender's skip may be too late.
    const isBehind = clock.behindMs(entity.record.clock) > 0;
    if (isBehind) await clock.settled(entity.record.clock);
    else clock.ask();
    const isTaken = await takeStep(entity);
    const isOver = entity.isOver();
    if (isBehind && !isOver) await entity.bringClockTo(entity.record.clock);
    const skipMs = isBehind || isOver ? 0 : clock.behindMs(entity.record.clock);
    return isTaken ? { ok: true, skipMs } : { ok: false, code: 'nothing_to_advance', skipMs };
  });
}

/** False where there is no step, or where it or the documents before it failed: their retry is not for an advance. */
async function takeStep(entity: CaseEntity): Promise<boolean> {
  await renderMissing(entity);
  const work = entity.pendingWork();
  if (work.kind !== 'sandbox_step') return false;
  await perform(entity, work, work.step.advanceTo);
  return entity.record.failure === null;
}
