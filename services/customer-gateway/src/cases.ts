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

/**
 * Loads the caller's case. Throws 404 if it doesn't exist in the caller's organization and mode, and 409 if it is
 * erased.
 */
export async function loadCase(store: Store, scope: Scope, id: string): Promise<CaseRow> {
  return checked(await findCase(store, scope, id));
}

/**
 * Like `loadCase`, but returns JSON for reads, and leaves out the facts of a large case. Makes no query if the case was
 * fetched together with the credential.
 */
export async function loadCaseJson(
  store: Store,
  scope: Scope & { prefetched?: PrefetchedCase },
  id: string,
): Promise<CaseJson> {
  return checked(scope.prefetched?.id === id ? scope.prefetched.row : await findCaseJson(store, scope, id));
}

/** Returns the case as a response body, including the facts of a large case. Null if they were erased meanwhile. */
export async function shown(store: Store, scope: Scope, row: CaseJson): Promise<JsonText | null> {
  if (!isLarge(row)) return shownWhole(row);
  const whole = await findWholeCaseJson(store, scope, row.id);
  return whole && !whole.erasedAt ? shownWhole({ ...whole, unread: row.unread }) : null;
}

/** Returns the response body of a case that was read with its facts. */
export function shownWhole(row: CaseJson): JsonText {
  return new JsonText(writeCase(row));
}

/** Whether the case is too large to be read together with its facts. */
export function isLarge({ facts }: CaseJson): boolean {
  return facts === null;
}

/** Returns the error for an action that needs a draft. */
export function noDraft(): ApiError {
  return new ApiError('invalid_state', { message: 'The case is no longer a draft.' });
}

function checked<Row extends Pick<CaseJson, 'erasedAt'>>(row: Row | null): Row {
  if (!row) throw new ApiError('not_found');
  if (row.erasedAt) throw new ApiError('erased');
  return row;
}
