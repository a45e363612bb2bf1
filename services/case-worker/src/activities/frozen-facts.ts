import { createHash } from 'node:crypto';
import type { CaseFacts } from '@evict/case-model';
import type { Exhibit } from '@evict/store/cases';

/** A hash of the facts and uploaded documents as submitted. */
export function factsHash(facts: CaseFacts, exhibits: readonly Exhibit[]): string {
  return hashOf({ facts, documents: exhibits.map(({ purpose, contentHash }) => [purpose, contentHash]) });
}

/** A hash of the facts that a notice states: a served notice remains valid only while they are unchanged. */
export function noticeFactsHash({ parties, property, ground, amountOwedCents, violation }: CaseFacts): string {
  return hashOf({ parties, property, ground, amountOwedCents, violation });
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(canonical(value)).digest('hex');
}

/** JSON with sorted keys: PostgreSQL does not preserve their order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
