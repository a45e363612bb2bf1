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

/** The caller's case. Throws 404 if it is absent or of another organization or mode; 409 if it is erased. */
export async function loadCase(store: Store, scope: Scope, id: string): Promise<CaseRow> {
  return checked(await findCase(store, scope, id));
}

/**
 * The same case as JSON text, for reads, without the facts of a large one. No query if it was prefetched with the
 * credential.
 */
export async function loadCaseJson(
  store: Store,
  scope: Scope & { prefetched?: PrefetchedCase },
  id: string,
): Promise<CaseJson> {
  return checked(scope.prefetched?.id === id ? scope.prefetched.row : await findCaseJson(store, scope, id));
}

/** Sends a command to the caller's case and returns the case after it. */
export async function command(
  store: Store,
  { caller, params, work }: { caller: Scope; params: { id: string }; work: Work },
  options: Omit<CommandOptions, 'load'>,
): Promise<CaseRow> {
  const load = () => loadCase(store, caller, params.id);
  return sendCommand(store, { caseId: params.id, work }, { load, ...options });
}

/** A case for a response body; a large one is read in full only when it is sent. */
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
