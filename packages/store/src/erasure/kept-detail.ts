/** What erasure leaves of the details of events: what was decided on which bytes and by whom, and what was attested. */
export const keptDetails: Readonly<Record<string, readonly string[]>> = {
  review_recorded: ['decision', 'reviewer', 'documentHashes'],
  attested: ['version'],
};

/** The detail of an event after the erasure of its case. */
export function keptDetail(action: string, detail: unknown): Record<string, unknown> {
  const kept = keptDetails[action] ?? [];
  return Object.fromEntries(
    Object.entries(detail ?? {}).filter(([key, value]) => kept.includes(key) && value !== null),
  );
}
