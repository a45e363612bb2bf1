import { isSandbox } from '@evict/case-model';
import { createNote } from '@evict/store/notes';
import { recordOperatorEvent } from '@evict/store/events';
import { eraseCase, type ErasureGround, setLegalHold } from '@evict/store/erasure';
import { command } from '../../command.ts';
import { notFound, Refused } from '../../failures.ts';
import { argument, caseField, dayField, optional, textField, wordField } from '../../fields.ts';
import { loadCase } from '../../operate.ts';

// Operator actions on a case that don't change its state, so its workflow takes no part in them.

const note = command({
  summary: 'Writes a note to the customer of a live case.',
  example: 'note case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11 --body "The attorney needs the current ledger."',
  fields: { id: argument(caseField), body: textField('TEXT', 'the text for the customer, 1 to 5000 characters', 5000) },
  writes: ({ id }) => ({ subject: id }),
  async run(context, { id, body }) {
    const { store, operator } = context;
    const { mode } = await loadCase(context, id);
    if (isSandbox({ mode })) throw new Refused('attorney_direct_only');
    await recordOperatorEvent(store, { caseId: id, operator, command: 'note' });
    const written = await createNote(store, { caseId: id, writtenBy: 'platform', body });
    if (!written) throw new Refused('erased');
    return { json: { id: written.id, caseId: id, createdAt: written.createdAt } };
  },
});

const legalHold = command({
  summary: "Sets or lifts a legal hold, which prevents the erasure of a case's details.",
  example: 'legal-hold case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11 on',
  fields: { id: argument(caseField), state: argument(wordField(['on', 'off'], 'whether the hold is on')) },
  writes: ({ id, state }) => ({ subject: id, detail: { state } }),
  async run({ store, operator }, { id, state }) {
    const outcome = await setLegalHold(store, { caseId: id, on: state === 'on', operator });
    if (!outcome.ok) throw refused(outcome.code);
    return { json: { id, legalHold: state === 'on' } };
  },
});

const erase = command({
  summary: "Erases the details of a finished case permanently, at the customer's request or by court order.",
  example: 'erase case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11 --basis sealing-order --order "District Court, 2026-11-02"',
  fields: {
    id: argument(caseField),
    basis: optional(wordField(['owner-request', 'sealing-order'], 'the basis of the erasure (default: owner-request)')),
    order: optional(
      textField(
        'TEXT',
        'the court and date of the sealing order; stays on record, so give no names and no case number',
        500,
      ),
    ),
    attorneyConsent: optional(
      textField('TEXT', "how and to whom the case's attorney consented; stays on record, so do not name a party", 500),
    ),
    consentDate: optional(dayField('the day of the consent')),
  },
  check: ({ basis, order, attorneyConsent: consent, consentDate }) => [
    ...(basis === 'sealing-order' && order === undefined ? ['--order: Required with --basis sealing-order.'] : []),
    ...(basis !== 'sealing-order' && order !== undefined ? ['--order: Needs --basis sealing-order.'] : []),
    ...(consent === undefined && consentDate !== undefined ? ['--consent-date: Needs --attorney-consent.'] : []),
    ...(consentDate !== undefined && consentDate > today() ? ['--consent-date: Must not be in the future.'] : []),
  ],
  writes: ({ id, basis = 'owner-request' }) => ({ subject: id, detail: { basis } }),
  async run(context, { id, order, attorneyConsent: words, consentDate: date = null }) {
    const consent = words === undefined ? {} : { consent: { words, date } };
    const ground: ErasureGround =
      order === undefined ? { basis: 'owner_request', ...consent } : { basis: 'sealing_order', order, ...consent };
    const { store, blobs, operator, erasureList: list } = context;
    const outcome = await eraseCase(store, { caseId: id, operator, ground, list, blobs: await blobs() });
    if (!outcome.ok) throw refused(outcome.code);
    // The case had already been erased.
    if (outcome.again) throw new Refused('erased');
    return { json: { id, erasedAt: outcome.erasedAt } };
  },
});

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

export const recordCommands = { note, 'legal-hold': legalHold, erase };

function refused(code: 'not_found' | 'erased' | 'not_finished' | 'legal_hold' | 'consent_required'): Refused {
  return code === 'not_found' ? notFound('case') : new Refused(code);
}
