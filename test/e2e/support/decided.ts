import { type CaseRecord, type Command, decide } from '@evict/case-model';
import { writeCommand } from '@evict/store/commands';
import { type Change, loadForDecision, recordDecision } from '@evict/store/decisions';
import type { TestStore } from '@evict/store/testing';

export const recording = { platformFeeCents: 9900, operatorsAddress: 'operators@example.com' };

/** A decision of the worker on the row of a case, as it is recorded. */
export interface Decided {
  record: CaseRecord;
  /** Records it once more, as a worker does that has not noticed; false if nothing was recorded. */
  again: () => Promise<boolean>;
}

/**
 * Decides a command on the row of a case and records it, as the worker does, without anything that is rendered.
 * `commandId`: of its row. `aheadMs`: how far the clock of the case is ahead. Throws for a refusal.
 */
export async function decideOn(
  store: TestStore,
  caseId: string,
  command: Command,
  { commandId = null, aheadMs = 0, ...change }: { commandId?: string | null; aheadMs?: number } & Partial<Change> = {},
): Promise<Decided> {
  // An approval is none without the command of its attorney.
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
