import { readFileSync } from 'node:fs';
import { type StateFacts, type StateFile, stateFile, validate } from '@evict/contract';
import { factStatus, stateSlug, stateTopics, usPack } from '@evict/jurisdictions';
import { parse } from 'yaml';

/** A state with the content of its file, including facts that aren't shown. */
export interface StateRecord extends StateFile {
  readonly code: string;
  readonly name: string;
  /** Its name in URLs. */
  readonly slug: string;
}

/** The notice at the top of every page of facts. */
const generalInformation =
  'General information, not legal advice. Each quote was in its source on the date shown; the law may have changed since then. What applies to a case is for the attorney to decide.';

const folder = new URL('../../../packages/jurisdictions/src/states/', import.meta.url);

/** All states. If the file of a state is missing or doesn't match its schema, the process doesn't start. */
export const states: readonly StateRecord[] = usPack.states.map(({ code, name }) => {
  const slug = stateSlug(name);
  return { code, name, slug, ...parseState(slug, readFileSync(new URL(`${slug}.yaml`, folder), 'utf8')) };
});

/** Parses and validates a state's file. Throws an error that lists every fault. */
function parseState(slug: string, text: string): StateFile {
  const read = validate(stateFile, parse(text));
  if (read.ok) return read.value;
  throw new Error(`${slug}.yaml: ${read.issues.map(({ path, message }) => `${path} ${message}`).join(' ')}`);
}

/** Returns what is shown about a state on a given day. Facts are sorted by topic, with older ones last. */
export function stateOn({ code, name, facts, unchecked }: StateRecord, today: string): StateFacts {
  const shown = facts
    .map((kept) => {
      const { note: _, checkedOn = null, ...fact } = kept;
      return { ...fact, checkedOn, status: factStatus({ ...fact, checkedOn }, today) };
    })
    .toSorted(
      (a, b) =>
        Number(a.status === 'older') - Number(b.status === 'older') ||
        stateTopics.indexOf(a.topic) - stateTopics.indexOf(b.topic),
    );
  const summary = [
    shown.length === 0 ? `No facts about ${name} are shown.` : `Number of facts about ${name}: ${shown.length}.`,
    ...(unchecked.length === 0 ? [] : [`Left out because no dated source has been found yet: ${unchecked.length}.`]),
  ];
  return { code, name, summary: summary.join(' '), facts: shown, notice: generalInformation };
}
