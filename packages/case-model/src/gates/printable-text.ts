import { createPrintMeasure, printLimits, unprintableCharacters } from '../printable/index.ts';
import type { CaseFacts } from '../facts.ts';
import { isSandbox } from '../mode.ts';
import { failForAny, type Gate, notApplicable } from './gate.ts';

const shownFields = 5;
const shownCharacters = 10;

/**
 * Refuses text that the documents of a sandbox case can't print; the summary of a live case prints any text. Also
 * refuses, for both, more text than can be rendered within the limits. The reason names fields and characters and
 * quotes nothing else.
 */
export const printableText: Gate = {
  name: 'printable_text',
  hideUnlessFailing: true,
  check({ mode, facts, filenames = [], pack }) {
    const printsSummary = !isSandbox({ mode });
    if (!printsSummary && !pack) return notApplicable; // nothing is printed
    const texts = printedTexts(facts);
    const faults = printsSummary ? [] : texts.filter(([, text]) => unprintableCharacters(text).length > 0);
    // Each file name is printed with a hash of two lines, and its non-Latin characters as code points.
    const files = filenames.map((name, index): PrintedText => [`documents[${index}].filename`, `${name}\n${name}\n`]);
    const inSummaryAlone: PrintedText[] = printsSummary ? [['freeText', facts.freeText ?? '']] : [];
    return failForAny([
      faults.length > 0 && `The documents cannot print these characters: ${listOf(faults, shownFields, fault, '; ')}.`,
      tooLarge([...texts, ...files, ...inSummaryAlone]),
    ]);
  },
};

/** Why the text exceeds the limits, naming the largest field; false if it doesn't. */
function tooLarge(texts: readonly PrintedText[]): string | false {
  // An upper bound: one line or piece per character, and one line per text. Below it nothing has to be measured.
  const characters = texts.reduce((sum, [, { length }]) => sum + length + 1, 0);
  if (characters <= Math.min(printLimits.lines, printLimits.pieces)) return false;
  const measure = createPrintMeasure();
  const shares = new Map<string, number>();
  const total = { lines: 0, pieces: 0 };
  for (const [path, text] of texts) {
    const { lines, pieces } = measure(text);
    total.lines += lines;
    total.pieces += pieces;
    const field = path.replace(/\[\d+\]/, '[]');
    const share = lines / printLimits.lines + pieces / printLimits.pieces;
    shares.set(field, (shares.get(field) ?? 0) + share);
  }
  if (total.lines <= printLimits.lines && total.pieces <= printLimits.pieces) return false;
  const [largest] = [...shares].toSorted(([, one], [, other]) => other - one);
  const what =
    total.lines > printLimits.lines
      ? `takes about ${total.lines} lines, and the limit is ${printLimits.lines}`
      : `switches between scripts about ${total.pieces} times, and the limit is ${printLimits.pieces}`;
  return `The text to print ${what}. Shorten ${largest?.[0] ?? 'it'}.`;
}

type PrintedText = [path: string, text: string];

/** All texts of the facts that documents print, with their paths in the input. */
function printedTexts(facts: CaseFacts): PrintedText[] {
  const { property, parties, paymentAddress, ledger = [], violation } = facts;
  return [
    ['property.line1', property.line1],
    ['property.unit', property.unit ?? ''],
    ['property.city', property.city],
    ['property.county', property.county ?? ''],
    ['property.ownerOfRecord', property.ownerOfRecord],
    ...parties.map(({ name }, index): PrintedText => [`parties[${index}].name`, name]),
    ...(paymentAddress === undefined ? [] : [['paymentAddress', paymentAddress] satisfies PrintedText]),
    ...ledger.map(({ memo }, index): PrintedText => [`ledger[${index}].memo`, memo ?? '']),
    ['violation.description', violation?.description ?? ''],
  ];
}

/** Shows a character with its code point, or only the code point if it is invisible. */
function describe(character: string): string {
  const codePoint = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(character) ? `${character} (${codePoint})` : codePoint;
}

/** Names a field and its unprintable characters. */
function fault([path, text]: PrintedText): string {
  return `${path}: ${listOf(unprintableCharacters(text), shownCharacters, describe)}`;
}

/** Lists the first items and the number of the others. */
function listOf<T>(items: readonly T[], shown: number, words: (item: T) => string, separator = ', '): string {
  const first = items.slice(0, shown).map(words).join(separator);
  return items.length > shown ? `${first} and ${items.length - shown} more` : first;
}
