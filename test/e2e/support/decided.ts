import { type CaseRecord, type Command, decide } from '@evict/case-model';
import { writeCommand } from '@evict/store/commands';
import { type Change, loadForDecision, recordDecision } from '@evict/store/decisions';
import type { TestStore } from '@evict/store/testing';

export const recording = { platformFeeCents: 9900, operatorsAddress: 'operators@example.com' };

/** A decision recorded on the row of a case. */
export interface Decided {
  record: CaseRecord;
  /**
   * Records the decision once more, like a worker that doesn't know that it has been recorded. Returns false if nothing
   * was recorded.
   */
  again: () => Promise<boolean>;
}

/**
 * Decides a command on a case's row and records the decision the way the worker does, but without rendering documents.
 * `commandId` is the id of the command's row, and `aheadMs` is how far the case's clock is ahead. Throws if the command
 * is refused.
 */
export async function decideOn(
  store: TestStore,
  caseId: string,
  command: Command,
  { commandId = null, aheadMs = 0, ...change }: { commandId?: string | null; aheadMs?: number } & Partial<Change> = {},
): Promise<Decided> {
  // An approval needs its attorney's command, so a review always has a command id.
  const id = command.kind === 'review' ? crypto.randomUUID() : commandId;
  if (command.kind === 'review') {
    const { attorneyId, eligible: _eligible, otherHashes: _otherHashes, ...body } = command;
    await writeCommand(store, { id: id ?? '', caseId, author: 'attorney', authorId: attorneyId, body });
  }
  const found = await loadForDecision(store, caseId, id);
  if (!found) throw new Error('the case has no row');
  const caseTime = found.now + aheadMs;
  const decision = decide(found.record, command, { now: caseTime, uuid: () => crypto.randomUUID() });
  if (!decision.ok) throw new Error(`${command.kind} in ${found.record.state}: ${decision.code}`);
  const { events, next: record } = decision;
  const again = () => recordDecision(store, found, { events, record, caseTime, ...change }, recording);
  if (!(await again())) throw new Error('the case has changed meanwhile');
  return { record, again };
}
