import { randomUUID } from 'node:crypto';
import type { CaseFacts } from '@evict/case-model';
import type { TestStack } from '@evict/testkit';
import { expect } from 'vitest';
import { buildFacts, day } from './facts.ts';
import { findInDatabases } from './search-databases.ts';

/** Returns a unique alphanumeric name, which can be used in any field and searched for in any encoding. */
export const newName = () => `Zyx${randomUUID().replaceAll('-', '')}`;

/** Returns facts with the name in every string that a customer can write. */
export function factsAbout(name: string, property: Partial<CaseFacts['property']> = {}): CaseFacts {
  const owner = `${name} Holdings LLC`;
  return buildFacts({
    property: {
      line1: `1 ${name} Way`,
      unit: name,
      city: name,
      county: name,
      state: 'ZZ',
      zip: '00001',
      ownerOfRecord: owner,
      ...property,
    },
    parties: [
      { role: 'plaintiff', name: owner, isEntity: true },
      { role: 'defendant', name: `Terry ${name}` },
    ],
    ledger: [{ date: day(-60), type: 'charge', amountCents: 100_000, memo: `Rent of ${name}` }],
    amountOwedCents: 100_000,
    violation: { description: `${name} keeps a horse in the kitchen.`, date: day(-20) },
    freeText: `What ${name} said.`,
  });
}

/** Returns the service's tables that contain the name. Fails if Temporal contains it. */
export async function tablesWith(stack: Pick<TestStack, 'store'>, name: string): Promise<string[]> {
  const found = await findInDatabases(stack, name);
  expect(found.filter((table) => table.startsWith('temporal'))).toEqual([]);
  return found.map((table) => table.slice(table.lastIndexOf('.') + 1)).toSorted();
}
