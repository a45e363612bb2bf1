import { ApiError } from '@evict/contract';
import type { CommandBody } from '@evict/case-model';
import {
  type Commanded,
  type CommandOptions,
  type CustomerCaller,
  JsonText,
  sendCommand,
  type Work,
} from '@evict/http';
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
import type { Dependencies } from './dependencies.ts';

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

/** Sends a command of the caller's about their case and returns the case after it. */
export async function command<Body extends CommandBody>(
  dependencies: Pick<Dependencies, 'store' | 'cases'>,
  { caller, params, work }: { caller: CustomerCaller; params: { id: string }; work: Work },
  options: Omit<CommandOptions<Body>, 'load' | 'author'>,
): Promise<Commanded> {
  const load = () => loadCase(dependencies.store, caller, params.id);
  // The user of a session; of a request with an API key, the key.
  const author = { type: 'customer', id: caller.user?.id ?? caller.credentialId } as const;
  return sendCommand(dependencies, { scope: caller, caseId: params.id, work }, { load, author, ...options });
}

/** A case as the body of a response, with the facts of a large one; null if they have been erased meanwhile. */
export async function shown(store: Store, scope: Scope, row: CaseJson): Promise<JsonText | null> {
  if (row.facts !== null) return new JsonText(writeCase(row));
  const whole = await findWholeCaseJson(store, scope, row.id);
  return whole && !whole.erasedAt ? new JsonText(writeCase({ ...whole, unread: row.unread })) : null;
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
