import { type CaseFacts, newCase, nextAction } from '@evict/case-model';
import { ApiError, pageSize, routes, type UpdateCaseBody } from '@evict/contract';
import type { Gateway } from '@evict/http';
import { isUsState } from '@evict/jurisdictions';
import {
  createDraft,
  listCases,
  listCustomerEvents,
  newId,
  presentCase,
  presentEvent,
  type Scope,
  updateDraftFacts,
} from '@evict/store';
import { loadCase, loadShownCase } from '../cases.ts';
import { createCursors } from '../cursor.ts';
import type { Dependencies } from '../dependencies.ts';

export function caseRoutes(gateway: Gateway, { store, secretKey }: Dependencies): void {
  const cursors = createCursors(secretKey);

  gateway.route(routes.createCase, async ({ caller, body, work }) => {
    requireSupportedState(caller, body);
    const fresh = newCase({ caseId: '', organizationId: caller.organizationId, mode: caller.mode }, 0);
    const id = newId('case', work.uuid('case'));
    await createDraft(store, caller, { id, facts: body, nextAction: nextAction(fresh) });
    return { status: 201, body: presentCase(await loadCase(store, caller, id)) };
  });

  gateway.route(routes.listCases, async ({ caller, query }) => {
    const after = query.cursor === undefined ? null : cursors.decode(caller, query.cursor);
    const { items, more } = await listCases(store.pool, caller, { limit: pageSize(query.limit), after });
    const last = items.at(-1);
    const nextCursor = more && last ? cursors.encode(caller, last) : null;
    return { status: 200, body: { items: items.map(presentCase), nextCursor } };
  });

  gateway.route(routes.getCase, async ({ caller, params }) => ({
    status: 200,
    body: presentCase(await loadShownCase(store, caller, params.id)),
  }));

  gateway.route(routes.updateCase, async ({ caller, params, body }) => {
    const edit = await updateDraftFacts(store, caller, params.id, (facts) => merge(caller, facts, body));
    if (!edit) throw new ApiError('not_found');
    if (edit === 'erased') throw new ApiError('erased');
    if (edit.state !== 'draft') throw new ApiError('invalid_state');
    return { status: 200, body: presentCase(await loadCase(store, caller, params.id)) };
  });

  gateway.route(routes.listEvents, async ({ caller, params }) => {
    await loadShownCase(store, caller, params.id);
    const events = await listCustomerEvents(store.pool, params.id);
    return { status: 200, body: { items: events.map(presentEvent) } };
  });
}

/** Each field that is sent replaces the stored one whole. Ground and entry point are what makes the case what it is. */
function merge(scope: Scope, facts: CaseFacts, changes: UpdateCaseBody): CaseFacts {
  for (const field of ['ground', 'entryPoint'] as const) {
    if (changes[field] !== undefined && changes[field] !== facts[field]) {
      const message = `${field} cannot be changed: create another case.`;
      throw new ApiError('invalid_request', { status: 422, message, details: { field } });
    }
  }
  requireSupportedState(scope, changes);
  return { ...facts, ...changes };
}

/** Attorneys act in the US states and DC; the sandbox takes any place and gates it at submit. */
function requireSupportedState({ mode }: Scope, { property }: Pick<UpdateCaseBody, 'property'>): void {
  if (mode === 'live' && property && !isUsState(property.state)) throw new ApiError('unsupported_state');
}
