import { ApiError } from '@evict/contract';
import { type CommandOptions, JsonText, LargeJson, sendCommand, type Work } from '@evict/http';
import {
  type CaseRow,
  type CaseJson,
  findCase,
  findCaseJson,
  findWholeCaseJson,
  type Scope,
  type PrefetchedCase,
  writeCase,
} from '@evict/store/cases';
import type { Store } from '@evict/store/database';

/** The caller's case; 404 for one that is absent, of another organization, or of the other mode; 409 for an erased one. */
export async function loadCase(store: Store, scope: Scope, id: string): Promise<CaseRow> {
  return checked(await findCase(store, scope, id));
}

/**
 * The same case as the text of what is shown, for a read, without the facts of a large one; where the credential was
 * found with the case, nothing is asked again.
 */
export async function loadCaseJson(
  store: Store,
  scope: Scope & { prefetched?: PrefetchedCase },
  id: string,
): Promise<CaseJson> {
  return checked(scope.prefetched?.id === id ? scope.prefetched.row : await findCaseJson(store, scope, id));
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

/** A case as it is shown; a large one is read again, whole, when it is its turn to be sent. */
export function shown(store: Store, scope: Scope, row: CaseJson): JsonText | LargeJson {
  if (row.facts !== null) return new JsonText(writeCase(row));
  return new LargeJson(async () => {
    const whole = await findWholeCaseJson(store, scope, row.id);
    return whole && !whole.erasedAt ? Buffer.from(writeCase(whole)) : null;
  });
}

function checked<Row extends Pick<CaseJson, 'erasedAt'>>(row: Row | null): Row {
  if (!row) throw new ApiError('not_found');
  if (row.erasedAt) throw new ApiError('erased');
  return row;
}
