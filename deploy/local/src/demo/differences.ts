import type { CheckedDocument, Step, Taken } from './demo-case.ts';

/** Lists the differences between the expected and the actual result of a step. Empty if there are none. */
export function differences(step: Step, taken: Taken, earlierDocuments: readonly CheckedDocument[]): string[] {
  const oldHashes = new Set(earlierDocuments.map(({ contentHash }) => contentHash));
  return [
    unlike('state', [step.state], [taken.state]),
    unlike(
      'events',
      step.events,
      taken.events.map(({ action }) => action),
    ),
    unlike('documents', sorted(step.documents), sorted(taken.documents.map(({ specId }) => specId ?? 'none'))),
    unlike('deadlines', sorted(step.deadlines), sorted(taken.deadlines.map(({ name }) => name))),
    ...taken.documents.map(({ filename, matches }) => !matches && `the bytes of ${filename} do not match its hash`),
    ...taken.documents.map(
      ({ filename, contentHash }) =>
        oldHashes.has(contentHash) && `${filename} has the same bytes as an earlier document`,
    ),
  ].filter((found) => found !== false);
}

function unlike(what: string, expected: readonly string[], found: readonly string[]): string | false {
  if (expected.join() === found.join()) return false;
  return `${what}: expected ${listed(expected)}, found ${listed(found)}`;
}

function listed(words: readonly string[]): string {
  return words.length === 0 ? 'none' : words.join(', ');
}

function sorted(words: readonly string[]): string[] {
  return [...words].sort();
}
