interface Waiting {
  attention: { needed: boolean };
  updatedAt: string;
}

/** What needs attention, then the rest; the longest waiting first in both. */
export function attentionFirst<T extends Waiting>(items: readonly T[]): T[] {
  return [...items].sort(
    (a, b) => Number(b.attention.needed) - Number(a.attention.needed) || a.updatedAt.localeCompare(b.updatedAt),
  );
}
