import { type CaseFacts, newCase, nextAction } from '@evict/case-model';
import { ApiError, invalidRequest, type ListCasesQuery, pageSize, routes, type UpdateCaseBody } from '@evict/contract';
import { caseBody, type CustomerCaller, enforceLargeLimit, type Gateway, presentBatches, type Work } from '@evict/http';
import { isUsState, resolveJurisdiction } from '@evict/jurisdictions';
import {
  type CaseFilter,
  createDraft,
  listCustomerEvents,
  presentEvent,
  type Scope,
  setReference,
  updateDraftFacts,
} from '@evict/store/cases';
import { markCaseRead } from '@evict/store/case-reads';
import { newId } from '@evict/store/ids';
import { loadCase, loadCaseJson, noDraft, shown } from '../cases.ts';
import { requireNoAttestations } from '../confirming.ts';
import { orTooLarge } from '../storage-quota.ts';
import { readCasePage } from '../case-page.ts';
import { createSearch } from '../case-search.ts';
import { createCursors, endText, listingOfCases, parseEnd } from '../cursor.ts';
import type { Dependencies } from '../dependencies.ts';

export function caseRoutes(gateway: Gateway, { store, secretKeys, storageQuota }: Dependencies): void {
  const cursors = createCursors(secretKeys);
  const search = createSearch(store);

  gateway.route(routes.resolveJurisdiction, async ({ caller, query }) => ({
    status: 200,
    body: resolveJurisdiction({ mode: caller.mode, ...query }),
  }));

  gateway.route(routes.createCase, async ({ caller, body, work }) => {
    const draft = await prepareDraft({ store, storageQuota }, caller, body, work);
    await orTooLarge(caller, storageQuota, createDraft(store, caller, draft));
    return { status: 201, body: caseBody(await loadCase(store, caller, draft.id)) };
  });

  gateway.route(routes.listCases, async ({ caller, query, work }) => {
    const filter = filterOf(query);
    const listing = listingOfCases(caller, filter, query.q);
    const after = query.cursor === undefined ? null : parseEnd(cursors.decode(listing, query.cursor));
    const bounds = { limit: pageSize(query.limit), after };
    const ids = query.q === undefined ? undefined : await search(work, caller, filter, query.q, bounds);
    const page = readCasePage(store, caller, filter, { ...bounds, ids, reader: caller.user?.id });
    return {
      status: 200,
      streamed: {
        list: 'items',
        batches: page.batches,
        after: () => {
          const end = page.end();
          return { nextCursor: end && cursors.encode(listing, endText(end)) };
        },
      },
    };
  });

  gateway.route(routes.getCase, async ({ caller, params }) => {
    const body = await shown(store, caller, await loadCaseJson(store, caller, params.id));
    // The case was erased after it was found.
    if (!body) throw new ApiError('not_found');
    return { status: 200, body };
  });

  gateway.route(routes.readCase, async ({ caller, params }) => {
    const { id } = await loadCaseJson(store, caller, params.id);
    await markCaseRead(store, caller, { caseId: id, userId: caller.user.id });
    return { status: 204 };
  });

  gateway.route(routes.updateCase, async ({ caller, params, body }) => {
    requireNoAttestations(caller, body.attestations);
    return changeDraft(caller, params.id, (facts) => merge(caller, facts, body));
  });

  gateway.route(routes.setPaymentAddress, async ({ caller, params, body }) =>
    changeDraft(caller, params.id, ({ paymentAddress: _before, ...facts }) =>
      body.paymentAddress === null ? facts : { ...facts, paymentAddress: body.paymentAddress },
    ),
  );

  gateway.route(routes.setReference, async ({ caller, params, body }) => {
    const outcome = await setReference(store, caller, params.id, body.reference);
    if (outcome === null) throw new ApiError('not_found');
    if (outcome === 'erased') throw new ApiError('erased');
    if (outcome !== 'set') throw new ApiError('invalid_state', { message: referenceRefusals[outcome] });
    return { status: 200, body: caseBody(await loadCase(store, caller, params.id)) };
  });

  gateway.route(routes.listEvents, async ({ caller, params }) => {
    await loadCaseJson(store, caller, params.id);
    const batches = presentBatches(() => listCustomerEvents(store, { scope: caller, caseId: params.id }), presentEvent);
    return { status: 200, streamed: { list: 'items', batches } };
  });

  /** Changes the facts of a draft and responds with the case. */
  async function changeDraft(caller: CustomerCaller, id: string, change: (facts: CaseFacts) => CaseFacts) {
    const editing = updateDraftFacts(store, caller, id, change, storageQuota);
    const edit = await orTooLarge(caller, storageQuota, editing);
    if (!edit) throw new ApiError('not_found');
    if (edit === 'erased') throw new ApiError('erased');
    if (edit.state !== 'draft') throw noDraft();
    return { status: 200, body: caseBody(await loadCase(store, caller, id)) } as const;
  }
}

/** Normalizes a filter, because cursors are bound to it: the order and spelling of its parameters must not matter. */
function filterOf({ state, ground, updatedSince, reference, q, sort }: ListCasesQuery): CaseFilter {
  const byChange = sort === 'updatedAt';
  if (byChange && q !== undefined) throw unsortedSearch();
  return {
    states: state && [...new Set(state)].toSorted(),
    ground,
    updatedSince: updatedSince === undefined ? undefined : new Date(updatedSince),
    reference,
    byChange: byChange || undefined,
  };
}

function unsortedSearch() {
  const message = 'Cannot be combined with `q`: search results always begin with the newest case.';
  return invalidRequest([{ path: 'sort', code: 'combination', message }]);
}

const referenceRefusals = {
  finished: "The case is finished, so its reference can't be changed.",
  taken: 'Another case in this organization and mode already has this reference.',
} as const;

/**
 * Merges changes into the facts. Each field that is sent replaces the stored one entirely. Throws 422 if the ground or
 * entry point would change.
 */
function merge(scope: Scope, facts: CaseFacts, changes: UpdateCaseBody): CaseFacts {
  for (const field of ['ground', 'entryPoint'] as const) {
    if (changes[field] !== undefined && changes[field] !== facts[field]) {
      const message = `${field} can't be changed. Create a new case.`;
      throw new ApiError('invalid_request', { status: 422, message, details: { field } });
    }
  }
  requireSupportedState(scope, changes);
  return { ...facts, ...changes };
}

/** Checks the rules and limits for a new draft, and returns its initial content. */
export async function prepareDraft(
  { store, storageQuota }: Pick<Dependencies, 'store' | 'storageQuota'>,
  caller: CustomerCaller,
  facts: CaseFacts,
  work: Work,
) {
  requireSupportedState(caller, facts);
  requireNoAttestations(caller, facts.attestations);
  await enforceLargeLimit(store, 'caseCreation', `${caller.organizationId}:${caller.mode}`);
  const fresh = newCase({ caseId: '', organizationId: caller.organizationId, mode: caller.mode }, 0);
  return { id: newId('case', work.uuid('case')), facts, nextAction: nextAction(fresh), quota: storageQuota };
}

/**
 * Throws if a live case's property is outside the US states and DC. The sandbox accepts any state, and its gates check
 * it at submit.
 */
function requireSupportedState({ mode }: Scope, { property }: Pick<UpdateCaseBody, 'property'>): void {
  if (mode === 'live' && property && !isUsState(property.state)) throw new ApiError('unsupported_state');
}
