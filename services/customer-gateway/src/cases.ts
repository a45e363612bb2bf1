import { ApiError } from '@evict/contract';
import { type CommandOptions, LargeJson, sendCommand, type Work } from '@evict/http';
import {
  type CaseRow,
  findCase,
  findLargeCase,
  findShownCase,
  type FoundCase,
  type Scope,
  type SeenCase,
  type Store,
  writeLargeCase,
} from '@evict/store';

/** The caller's case; 404 for one that is absent, of another organization, or of the other mode; 409 for an erased one. */
export async function loadCase(store: Store, scope: Scope, id: string): Promise<CaseRow> {
  return checked(await findCase(store.pool, scope, id));
}

/**
 * The same case as it is shown, for a read, without the facts of a large one; where the credential was found with the
 * case, nothing is asked again.
 */
export async function loadShownCase(store: Store, scope: Scope & { seen?: SeenCase }, id: string): Promise<FoundCase> {
  return checked(scope.seen?.id === id ? scope.seen.row : await findShownCase(store.pool, scope, id));
}

/** Sends one command to the caller's case; the case afterwards. */
export async function command(
  store: Store,
  { caller, params, work }: { caller: Scope; params: { id: string }; work: Work },
  options: Omit<CommandOptions, 'load'>,
): Promise<CaseRow> {
  const load = () => loadCase(store, caller, params.id);
  return sendCommand(store, { caseId: params.id, work }, { load, ...options });
}

/** A large case as it is shown; null once it is gone or erased. */
export function largeCase(pool: Store['pool'], scope: Scope, id: string): LargeJson {
  return new LargeJson(async () => {
    const row = await findLargeCase(pool, scope, id);
    return row && !row.erasedAt ? writeLargeCase(row) : null;
  });
}

function checked<Row extends Pick<FoundCase, 'erasedAt'>>(row: Row | null): Row {
  if (!row) throw new ApiError('not_found');
  if (row.erasedAt) throw new ApiError('erased');
  return row;
}
