import type { CaseFacts } from '@evict/case-model';
import { again, type Assault, each, type RawRequest } from '../../support/requests.ts';
import type { Attacker } from '../attacker.ts';

/** Prepares the attack, and returns the requests that it then sends. */
export type Attack = (attacker: Attacker) => Promise<readonly Assault[]>;
/** Attacks by name. */
export type Attacks = Readonly<Record<string, Attack>>;

/** Returns the same attack for each of these values, named after it. */
export function withEach<T>(all: Readonly<Record<string, T>>, named: string, attack: (one: T) => Attack): Attacks {
  return Object.fromEntries(Object.entries(all).map(([name, one]) => [`${named} ${name}`, attack(one)]));
}

/** Sends requests about new drafts over and over, in turn. `about` returns them, given the path of a draft. */
export function onDrafts(
  connections: number,
  about: (path: string, request: Attacker['request']) => readonly RawRequest[],
  { drafts = 1, facts }: { drafts?: number; facts?: CaseFacts } = {},
): Attack {
  return async ({ createDrafts, request }) => {
    const ids = await createDrafts(drafts, facts);
    return again(connections, ...ids.flatMap((id) => about(`/v1/cases/${id}`, request)));
  };
}

/** Takes these steps once with each draft. */
export function stepsOf(
  { request }: Pick<Attacker, 'request'>,
  ids: readonly string[],
  connections: number,
  { steps = ['submit'], ...sent }: { steps?: readonly string[] } & Parameters<Attacker['request']>[2] = {},
): Assault[] {
  const all = ids.flatMap((id) => steps.map((step) => request('POST', `/v1/cases/${id}/${step}`, sent)));
  return [{ connections, next: each(all) }];
}
