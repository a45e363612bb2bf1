import { type ErrorCode, type LimitName, limits, type Route } from '@evict/contract';
import { limitKey } from '@evict/http';
import type { ApiResponse } from '../../support/api.ts';
import { exampleBody, pathToNothing } from '../../support/paths.ts';
import type { World } from './world.ts';

export type Provoker = (world: World, route: Route) => Promise<ApiResponse>;

/** Sends this many concurrent requests, and returns a response with the code, or the first if none has it. */
export async function refusedOf(
  count: number,
  code: ErrorCode,
  request: () => Promise<ApiResponse>,
): Promise<ApiResponse> {
  const responses = await Promise.all(Array.from({ length: count }, request));
  const refused = responses.find(({ body }) => body?.error?.code === code) ?? responses[0];
  if (!refused) throw new Error('nothing was sent');
  return refused;
}

/** Uses up a limit for an address, a case or another subject. */
export async function exhaust({ store }: World['stack'], limit: LimitName, subject: string): Promise<void> {
  const hits = Array.from({ length: limits[limit].count }, () => new Date());
  await store.prisma.rateLimit.create({ data: { key: limitKey(limit, subject), hits } });
}

/** Sends each operation's example to a case in a state that refuses it. */
export function ofCase(
  given: keyof World['cases'],
  response: string,
  operations: readonly string[],
): Record<string, Provoker> {
  const provoke: Provoker = async ({ cases }, route) => {
    const { id, caller } = await cases[given]();
    const path = pathToNothing({ ...route, path: route.path.replace('{id}', id) });
    return caller.send(route.method, path, { body: exampleBody(route) });
  };
  return Object.fromEntries(operations.map((name) => [`${name} ${response}`, provoke]));
}
