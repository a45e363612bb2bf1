import { isEngaged } from '@evict/case-model';
import { ApiError, routes } from '@evict/contract';
import type { Approvals } from '@evict/credentials/approvals';
import { enforceLimit, type Gateway, presentBatches } from '@evict/http';
import { findAttorney, setAsksFirst } from '@evict/store/attorneys';
import { listPasskeys } from '@evict/store/factors';
import { createNote, listNotes, presentNote } from '@evict/store/notes';
import { listFacts, presentFact } from '@evict/store/facts';
import { readReviewRequirements } from '@evict/store/attorney-desk';
import { newId } from '@evict/store/ids';
import { loadAssigned, notAccepted, requireEligible, requireView } from '../assigned-case.ts';
import type { Dependencies } from '../dependencies.ts';

/** Serves the attorney's profile, the requirements of a review, and the messages and reported facts on their cases. */
export function deskRoutes(gateway: Gateway, { store }: Pick<Dependencies, 'store'>, approvals: Approvals): void {
  async function profileOf(attorneyId: string) {
    const attorney = await findAttorney(store, attorneyId);
    // The account was erased after the token was checked.
    if (!attorney) throw new ApiError('unauthenticated');
    const { id, name, email, barNumber, licensedStates: states, licenses, asksFirst, verified } = attorney;
    return { id, name, email, barNumber, states, licenses, asksFirst, verified };
  }

  gateway.route(routes.getAttorney, async ({ caller }) => {
    return { status: 200, body: await profileOf(caller.attorneyId) };
  });

  gateway.route(routes.updateAttorney, async ({ caller, body }) => {
    await setAsksFirst(store, caller.attorneyId, body.asksFirst);
    return { status: 200, body: await profileOf(caller.attorneyId) };
  });

  gateway.route(routes.getReviewRequirements, async ({ caller, params }) => {
    const viewed = { attorneyId: caller.attorneyId, caseId: params.id };
    await requireView(store, viewed, 'review');
    const requirements = await readReviewRequirements(store, viewed);
    // The case was reassigned or erased meanwhile.
    if (!requirements) throw new ApiError('not_found');
    const { stage, documents, revision } = requirements;
    const shown = documents.map(({ id, kind, filename, contentHash }) => ({ id, kind, filename, contentHash }));
    const passkeys = stage && documents.length > 0 ? await listPasskeys(store, caller.attorneyId) : [];
    if (!stage || revision === null || passkeys.length === 0) return { status: 200, body: { stage, documents: shown } };
    const documentHashes = documents.map(({ contentHash }) => contentHash);
    const challenge = approvals
      .challengeOf({ caseId: params.id, stage, revision, documentHashes })
      .toString('base64url');
    const credentials = passkeys.map(({ credentialId: id, transports }) => ({ id, transports }));
    const signing = { revision, challenge, rpId: approvals.rpId, credentials };
    return { status: 200, body: { stage, documents: shown, signing } };
  });

  gateway.route(routes.listAttorneyNotes, async ({ caller, params }) => {
    const viewed = { attorneyId: caller.attorneyId, caseId: params.id };
    await requireView(store, viewed, 'notes');
    const batches = presentBatches(() => listNotes(store, viewed), presentNote);
    return { status: 200, streamed: { list: 'items', batches } };
  });

  gateway.route(routes.listAttorneyFacts, async ({ caller, params }) => {
    const viewed = { attorneyId: caller.attorneyId, caseId: params.id };
    await requireView(store, viewed, 'facts');
    const batches = presentBatches(() => listFacts(store, viewed), presentFact);
    return { status: 200, streamed: { list: 'items', batches } };
  });

  gateway.route(routes.createAttorneyNote, async ({ caller, params, body, work }) => {
    const { attorneyId } = caller;
    const row = await loadAssigned(store, { attorneyId, caseId: params.id });
    await requireEligible(store, attorneyId, row);
    if (row.record && !isEngaged(row.record)) throw notAccepted();
    await enforceLimit(store, 'attorneyNote', attorneyId);
    const written = { caseId: params.id, writtenBy: 'attorney', attorneyId, body: body.body } as const;
    const note = await createNote(store, written, newId('note', work.uuid('note')));
    if (!note) {
      // Throws if the case was reassigned or erased meanwhile.
      await loadAssigned(store, { attorneyId, caseId: params.id });
      throw new ApiError('not_found');
    }
    return { status: 201, body: presentNote(note) };
  });
}
