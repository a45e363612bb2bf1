import { type CaseFacts, judgeDraft } from '@evict/case-model';
import { ApiError, pageSize, routes } from '@evict/contract';
import { enforceLimit, type Gateway } from '@evict/http';
import { createCaseImport, findCaseImport, type ImportedRow, listImportedRows } from '@evict/store/case-imports';
import { findCase, gatesOf, type Scope } from '@evict/store/cases';
import { newId } from '@evict/store/ids';
import { createCursors } from '../cursor.ts';
import type { Dependencies } from '../dependencies.ts';

/** Serves imports of many drafts. An import is stored here and processed in the background. */
export function caseImportRoutes(
  gateway: Gateway,
  { store, secretKeys, imports }: Pick<Dependencies, 'store' | 'secretKeys' | 'imports'>,
): void {
  const cursors = createCursors(secretKeys);

  gateway.route(routes.createCaseImport, async ({ caller, body: { rows, dryRun = false }, work }) => {
    await enforceLimit(store, 'caseImport', `${caller.organizationId}:${caller.mode}`);
    const id = newId('caseImport', work.uuid('import'));
    if (!(await createCaseImport(store, caller, { id, dryRun, rows: rows as Buffer[] }))) {
      throw new ApiError('invalid_state', { message: 'Two imports are running. Wait until one is done.' });
    }
    imports.wake();
    return { status: 202, body: { id, status: 'running' } } as const;
  });

  gateway.route(routes.getCaseImport, async ({ caller, params }) => {
    const { createdAt, finishedAt, ...found } = await load(caller, params.id);
    const moments = { startedAt: createdAt.toISOString(), finishedAt: finishedAt?.toISOString() ?? null };
    return { status: 200, body: { ...found, ...moments } };
  });

  gateway.route(routes.listCaseImportRows, async ({ caller, params, query: { cursor, limit, status = null } }) => {
    const { id } = await load(caller, params.id);
    const listing = { scope: caller, list: 'import rows', filter: `${id} ${status ?? ''}` } as const;
    const after = cursor === undefined ? 0 : Number(cursors.decode(listing, cursor));
    const size = pageSize(limit);
    const rows = await listImportedRows(store, caller, id, { status, after, limit: size + 1 });
    const page = rows.slice(0, size);
    const last = rows.length > size ? page.at(-1) : undefined;
    const items = [];
    for (const { input, issues, ...row } of page)
      items.push({ ...row, issues: issues ?? [], gates: await gatesFor(caller, { ...row, input }) });
    return { status: 200, body: { items, nextCursor: last ? cursors.encode(listing, String(last.row)) : null } };
  });

  async function load(scope: Scope, id: string) {
    const found = await findCaseImport(store, scope, id);
    if (!found) throw new ApiError('not_found');
    return found;
  }

  /**
   * Evaluates the gates for the row's draft as it is now. For a dry run, evaluates them for the draft that the row
   * would create. Null if there is no draft.
   */
  async function gatesFor(scope: Scope, { caseId, input }: Pick<ImportedRow, 'caseId' | 'input'>) {
    if (input !== null) {
      const { reference: _reference, ...facts } = JSON.parse(input) as CaseFacts & { reference: string };
      return judgeDraft({ mode: scope.mode, facts, uploads: [] }, Date.now());
    }
    const row = caseId === null ? null : await findCase(store, scope, caseId);
    return row && !row.erasedAt ? gatesOf(row) : null;
  }
}
