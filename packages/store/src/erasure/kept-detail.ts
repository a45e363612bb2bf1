/** The details of events that survive an erasure: who decided what on which bytes, and what was attested. */
export const keptDetails: Readonly<Record<string, readonly string[]>> = {
  review_recorded: ['decision', 'reviewer', 'documentHashes'],
  attested: ['version'],
};

/** The detail of an event after its case was erased. */
export function keptDetail(action: string, detail: unknown): Record<string, unknown> {
  const kept = keptDetails[action] ?? [];
  return Object.fromEntries(
    Object.entries(detail ?? {}).filter(([key, value]) => kept.includes(key) && value !== null),
  );
}
