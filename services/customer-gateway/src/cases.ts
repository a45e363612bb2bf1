import { ApiError } from '@evict/contract';
import { type CaseCall, type CustomerCaller, JsonText } from '@evict/http';
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

/** A customer's request about one case. */
export interface CustomerCall extends CaseCall {
  caller: CustomerCaller;
}

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

/** A case as the body of a response, with the facts of a large one; null if they have been erased meanwhile. */
export async function shown(store: Store, scope: Scope, row: CaseJson): Promise<JsonText | null> {
  if (!isLarge(row)) return shownWhole(row);
  const whole = await findWholeCaseJson(store, scope, row.id);
  return whole && !whole.erasedAt ? shownWhole({ ...whole, unread: row.unread }) : null;
}

/** The same for a case that was read with its facts. */
export function shownWhole(row: CaseJson): JsonText {
  return new JsonText(writeCase(row));
}

/** Whether the facts of a case are read apart from its row. */
export function isLarge({ facts }: CaseJson): boolean {
  return facts === null;
}

/** The refusal of what needs a draft. */
export function noDraft(): ApiError {
  return new ApiError('invalid_state', { message: 'The case is no longer a draft.' });
}

function checked<Row extends Pick<CaseJson, 'erasedAt'>>(row: Row | null): Row {
  if (!row) throw new ApiError('not_found');
  if (row.erasedAt) throw new ApiError('erased');
  return row;
}
