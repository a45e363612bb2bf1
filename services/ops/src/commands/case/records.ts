import { isSandbox } from '@evict/case-model';
import { oneOf } from '@evict/contract/fields';
import { createNote, recordOperatorEvent } from '@evict/store/cases';
import { eraseCase, recordHistoryDeleted, setLegalHold } from '@evict/store/erasure';
import type { Context } from '../../context.ts';
import { command } from '../../definition.ts';
import { failureOf, Refused } from '../../failures.ts';
import { caseField, textField } from '../../fields.ts';
import { loadCase } from '../../operate.ts';
import { startSoon } from '../../start-soon.ts';

// Commands that do not go through the workflow of a case.

const note = command({
  summary: 'Writes a note to the customer of a live case.',
  example: 'note case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11 --body "The attorney needs the current ledger."',
  positionals: ['id'],
  fields: { id: caseField, body: textField('TEXT', 'what the customer reads, 1 to 5000 characters', 5000) },
  writes: ({ id }) => ({ subject: id }),
  async run(context, { id, body }) {
    const { store, operator } = context;
    const { mode } = await loadCase(context, id);
    if (isSandbox({ mode })) throw new Refused('attorney_direct_only');
    await recordOperatorEvent(store, { caseId: id, operator, command: 'note' });
    const written = await createNote(store, { caseId: id, writtenBy: 'platform', body });
    if (!written) throw new Refused('erased');
    for (const mailId of written.mailIds) await startSoon(context, (deliveries) => deliveries.startMail(mailId));
    return { json: { id: written.id, caseId: id, createdAt: written.createdAt }, text: `${written.id} was written` };
  },
});

const legalHold = command({
  summary: "Sets or lifts a legal hold, which prevents the erasure of a case's details.",
  example: 'legal-hold case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11 on',
  positionals: ['id', 'state'],
  fields: { id: caseField, state: { schema: oneOf(['on', 'off']), value: 'on|off', help: 'whether it is held' } },
  writes: ({ id, state }) => ({ subject: id, detail: { state } }),
  async run({ store, operator }, { id, state }) {
    const outcome = await setLegalHold(store, { caseId: id, on: state === 'on', operator });
    if (!outcome.ok) throw refused(outcome.code);
    return { json: { id, legalHold: state === 'on' }, text: `${id}: legal hold is ${state}` };
  },
});

const erase = command({
  summary: "Erases the details of a finished case permanently, on its owner's request.",
  example: 'erase case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11',
  positionals: ['id'],
  fields: { id: caseField },
  writes: ({ id }) => ({ subject: id }),
  async run(context, { id }) {
    const { store, blobs, operator, erasureList: list } = context;
    const outcome = await eraseCase(store, { caseId: id, operator, list, blobs: await blobs() });
    if (!outcome.ok) throw refused(outcome.code);
    // Already erased, and not by this operator.
    if (outcome.again) throw new Refused('erased');
    const historyDeleted = await deleteHistory(context, id);
    const rest = historyDeleted ? '' : '; the daily retention deletes what Temporal still has of it';
    return { json: { id, erasedAt: outcome.erasedAt, historyDeleted }, text: `${id} is erased${rest}` };
  },
});

/** A workflow that has just ended takes longer; operators do not wait for that. */
const historyDeletionTimeoutMs = 1000;

/** Whether Temporal has deleted the history. If not, or if it is unavailable, the daily retention deletes it. */
async function deleteHistory(context: Context, caseId: string): Promise<boolean> {
  try {
    const { cases } = await context.temporal();
    const isDeleted = await cases.deleteHistory(caseId, historyDeletionTimeoutMs);
    if (isDeleted) await recordHistoryDeleted(context.store, caseId);
    return isDeleted;
  } catch (error) {
    context.warn(`Erased, but its history is still in Temporal. ${failureOf(error).message}`);
    return false;
  }
}

export const recordCommands = { note, 'legal-hold': legalHold, erase };

function refused(code: 'not_found' | 'erased' | 'not_finished' | 'legal_hold'): Refused {
  return code === 'not_found' ? new Refused(code, 'There is no such case.') : new Refused(code);
}
