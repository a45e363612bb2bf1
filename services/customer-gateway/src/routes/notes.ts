import { isSandbox } from '@evict/case-model';
import { ApiError, routes } from '@evict/contract';
import { enforceLimit, type Gateway, presentBatches } from '@evict/http';
import { createNote, listNotes, presentNote } from '@evict/store/notes';
import { newId } from '@evict/store/ids';
import { loadCase, loadCaseJson } from '../cases.ts';
import type { Dependencies } from '../dependencies.ts';

type NoteDependencies = Pick<Dependencies, 'store' | 'operatorsAddress'>;

/** Serves the messages on a case. They don't change the case itself. */
export function noteRoutes(gateway: Gateway, { store, operatorsAddress }: NoteDependencies): void {
  gateway.route(routes.listNotes, async ({ caller, params }) => {
    const { id } = await loadCaseJson(store, caller, params.id);
    return {
      status: 200,
      streamed: {
        list: 'items',
        batches: presentBatches(() => listNotes(store, { scope: caller, caseId: id }), presentNote),
      },
    };
  });

  gateway.route(routes.createNote, async ({ caller, params, body, work }) => {
    const { id, mode } = await loadCase(store, caller, params.id);
    // A sandbox case has no attorney, so nobody would read the message.
    if (isSandbox({ mode })) throw new ApiError('attorney_direct_only');
    await enforceLimit(store, 'note', caller.organizationId);
    const note = await createNote(
      store,
      { scope: caller, caseId: id, writtenBy: 'customer', body: body.body, operatorsAddress },
      newId('note', work.uuid('note')),
    );
    if (!note) throw new ApiError('erased');
    return { status: 201, body: presentNote(note) };
  });
}
