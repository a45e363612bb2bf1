import { sandboxStep } from '@evict/case-model';
import type { AdvanceInput, CommandResult } from '@evict/temporal/messages';
import { condition, currentUpdateInfo, patched } from '@temporalio/workflow';
import { fastForward } from './activities.ts';
import type { CaseFile } from './case-file.ts';

/**
 * Sandbox advance: moves the case's clock to where its step falls due, and answers when the step is taken. Where the
 * step that its sender saw is being taken or has been, by its timer or by another request, the case is answered as it is
 * and at once. It waits for nothing but what comes before that step.
 */
export async function advance(file: CaseFile, input: AdvanceInput): Promise<CommandResult> {
  file.begunCommands += 1;
  try {
    return await takeSeenStep(file, input);
  } finally {
    file.answeredCommands += 1;
  }
}

async function takeSeenStep(file: CaseFile, { sequence }: AdvanceInput): Promise<CommandResult> {
  if (file.record.sequence < sequence) await file.exclusive(() => file.catchUp());
  // What its sender saw is recorded a moment before it is over here; after a crash, or with the database away, it is seconds.
  if (isStepBeforeUnderWay(file, sequence) && patched('an advance waits for the step before it')) {
    await file.exclusive(async () => {});
  }
  if (file.record.sequence !== sequence || file.stepFrom !== null || file.advance !== null) return { ok: true };
  const step = sandboxStep(file.record);
  // A failed try waits for its own timer, which is never skipped.
  if (!step || file.record.failure) return { ok: false, code: 'nothing_to_advance' };

  const { stepsTried } = file;
  const own = { from: sequence, to: step.advanceTo, commandId: currentUpdateInfo()?.id };
  file.advance = own;
  // Where the step waits on no timer of its own, the case wakes and sets one.
  if (step.dueAt === null) file.version += 1;
  const isOver = () => file.stepsTried > stepsTried || file.advance !== own || !sandboxStep(file.record);
  while (!isOver()) {
    // The server skips to the next timer, which must be that of the step.
    if (file.isHeld) {
      await condition(() => !file.isHeld);
      continue;
    }
    const { holds } = file;
    const durationMs = own.to - Date.now();
    if (durationMs > 0) await fastForward({ durationMs, id: `advance-${sequence}-${holds}` });
    await condition(() => isOver() || file.holds > holds);
  }
  if (!sandboxStep(file.record)) file.advance = null;
  return file.record.failure ? { ok: false, code: 'nothing_to_advance' } : { ok: true };
}

function isStepBeforeUnderWay({ stepFrom, advance: underWay }: CaseFile, sequence: number): boolean {
  return [stepFrom, underWay?.from ?? null].some((from) => from !== null && from < sequence);
}
