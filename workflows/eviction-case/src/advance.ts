import { sandboxStep } from '@evict/case-model';
import type { AdvanceInput, CommandResult } from '@evict/temporal/messages';
import type { CaseEntity } from './case-entity.ts';
import { perform } from './perform.ts';

/**
 * Sandbox advance: takes the step that its sender saw as of when it is due; the clock follows. Where that step has been
 * taken meanwhile, by its timer or by another advance, the case stays as it is.
 */
export function advance(entity: CaseEntity, { sequence }: AdvanceInput): Promise<CommandResult> {
  entity.commandsReceived += 1;
  return entity.exclusive(async () => {
    if (entity.record.sequence < sequence) await entity.reconcile();
    if (entity.record.sequence !== sequence) return { ok: true };
    const step = sandboxStep(entity.record);
    // A failed attempt waits for its own retry, which no advance brings.
    if (!step || entity.record.failure) return { ok: false, code: 'nothing_to_advance' };
    await perform(entity, entity.pendingWork(), step.advanceTo);
    return entity.record.failure ? { ok: false, code: 'nothing_to_advance' } : { ok: true };
  });
}
