/**
 * The event details that survive an erasure: the decision, reviewer and document hashes of a review, and the version of
 * the attestations.
 */
export const keptDetails: Readonly<Record<string, readonly string[]>> = {
  review_recorded: ['decision', 'reviewer', 'documentHashes'],
  attested: ['version'],
};

/** Returns the part of an event's detail that stays after its case is erased. */
export function keptDetail(action: string, detail: unknown): Record<string, unknown> {
  const kept = keptDetails[action] ?? [];
  return Object.fromEntries(
    Object.entries(detail ?? {}).filter(([key, value]) => kept.includes(key) && value !== null),
  );
}
