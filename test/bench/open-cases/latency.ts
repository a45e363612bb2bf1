import { quantile } from '../figures.ts';
import { drive, type Order, order } from '../load.ts';
import type { OpenCase } from './create-cases.ts';

/** What callers wait, in milliseconds. */
interface Latency {
  p50: number;
  p99: number;
  /** Of so many requests. */
  count: number;
}

export const requests = ['create', 'submit', 'advance', 'advance of an old case', 'read', 'list'] as const;
export type Latencies = Record<(typeof requests)[number], Latency>;

const commandsOfEach = 100;
/** Created beside them and never submitted. */
const drafts = 40;
const readsOfEach = 300;

/**
 * Sends each kind of request one after the other, alone on the machine. Old cases are not in the cache of the worker,
 * which replays their histories. Leaves as many cases more open, which it returns, and some drafts.
 */
export async function measureLatencies(
  url: string,
  { keys, old, facts }: { keys: readonly string[]; old: readonly OpenCase[]; facts: object },
): Promise<{ latencies: Latencies; opened: OpenCase[] }> {
  const body = Buffer.from(JSON.stringify(facts));
  const opened: OpenCase[] = [];
  const keyOf = (index: number) => keys[index % keys.length] ?? '';
  const each = async <O extends Order>(
    orders: readonly O[],
    onResponse: (body: Buffer, order: O) => void = () => {},
  ) => {
    const times: number[] = [];
    const left = orders.values();
    await drive({
      url,
      connections: 1,
      next: () => left.next().value ?? null,
      onResponse(response, one, ms) {
        times.push(ms);
        onResponse(response, one);
      },
    });
    return { p50: quantile(times, 0.5), p99: quantile(times, 0.99), count: times.length };
  };
  const orders = (count: number, of: (index: number) => Order) =>
    Array.from({ length: count }, (_, index) => of(index));
  const command = (name: string, { id, key }: OpenCase) => order('POST', `/v1/cases/${id}/${name}`, key);
  const creates = orders(commandsOfEach + drafts, (index) => order('POST', '/v1/cases', keyOf(index), body)).map(
    (one, index) => ({ ...one, key: keyOf(index) }),
  );
  const latencies: Latencies = {
    create: await each(creates, (response, { key }) => {
      if (opened.length < commandsOfEach)
        opened.push({ id: (JSON.parse(response.toString()) as { id: string }).id, key });
    }),
    submit: await each(opened.map((one) => command('submit', one))),
    advance: await each(opened.map((one) => command('advance', one))),
    'advance of an old case': await each(spread(old, commandsOfEach).map((one) => command('advance', one))),
    read: await each(spread(old, readsOfEach).map(({ id, key }) => order('GET', `/v1/cases/${id}`, key))),
    list: await each(orders(readsOfEach, (index) => order('GET', '/v1/cases?limit=20', keyOf(index)))),
  };
  return { latencies, opened };
}

/** So many of them, evenly from the first to the last. */
function spread<T>(all: readonly T[], count: number): T[] {
  const step = Math.max(1, all.length / count);
  return all.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step)).slice(0, count);
}
