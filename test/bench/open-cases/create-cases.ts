import { setTimeout } from 'node:timers/promises';
import { buildFacts } from '../../e2e/support/facts.ts';
import { drive, type Order, order } from '../load.ts';

export interface OpenCase {
  id: string;
  /** Of its organization. */
  key: string;
}

/** One in so many is taken on into its notice period, by this many advances. */
const advancedShare = 10;
const advancesOfOne = 3;
/** Before a refused request is sent again. */
const pauseMs = 100;

interface Task extends Order {
  /** Null before the case is created. */
  id: string | null;
  key: string;
  /** The advances that follow. */
  advances: number;
}

/**
 * Creates and submits cases as customers do, over HTTP, each with names and an address of its own, until there are
 * `count` or `isOver`. Calls `onOpened` for each. A request that is refused because the service is busy is sent again.
 */
export async function createCases(
  url: string,
  keys: readonly string[],
  {
    from,
    count,
    atOnce,
    isOver,
    onOpened,
  }: { from: number; count: number; atOnce: number; isOver: () => boolean; onOpened: (one: OpenCase) => void },
): Promise<{ refused: number }> {
  const waiting: Task[] = [];
  let begun = 0;
  let refused = 0;
  const create = (): Task => {
    const number = from + begun;
    const key = keys[number % keys.length] ?? '';
    begun += 1;
    // Spread over the organizations, each of which has few commands under way at most.
    const isAdvanced = (number + Math.floor(number / keys.length)) % advancedShare === 0;
    const advances = isAdvanced ? advancesOfOne : 0;
    return { ...order('POST', '/v1/cases', key, factsOf(number)), id: null, key, advances };
  };
  await drive<Task>({
    url,
    connections: atOnce,
    next: () => waiting.shift() ?? (begun < count && !isOver() ? create() : null),
    onResponse(body, { id, key, advances }) {
      if (id === null) {
        const created = (JSON.parse(body.toString()) as { id: string }).id;
        waiting.push({ ...order('POST', `/v1/cases/${created}/submit`, key), id: created, key, advances });
      } else if (advances > 0) {
        waiting.push({ ...order('POST', `/v1/cases/${id}/advance`, key), id, key, advances: advances - 1 });
      } else {
        onOpened({ id, key });
      }
    },
    async isExpected(status, task) {
      const { id, key } = task;
      if (status === 429 || status === 503) {
        await setTimeout(pauseMs);
        waiting.push(task);
      }
      // Sent again after a 503, and done the first time.
      else if (status === 409 && refused > 0 && id !== null) onOpened({ id, key });
      else return false;
      refused += 1;
      return true;
    },
  });
  return { refused };
}

const streets = ['Oak', 'Elm', 'Main', 'Park', 'Lake', 'Hill', 'Pine', 'Cedar', 'Maple', 'View'];

function factsOf(number: number): Buffer {
  const facts = buildFacts();
  const letters = number.toString(26).replace(/./g, (digit) => String.fromCodePoint(97 + parseInt(digit, 26)));
  facts.property.line1 = `${number % 9973} ${streets[number % streets.length]} Street`;
  facts.parties = [
    { role: 'plaintiff', name: 'Sandbox Holdings LLC', isEntity: true },
    { role: 'defendant', name: `Terry Example${letters}` },
  ];
  return Buffer.from(JSON.stringify(facts));
}
