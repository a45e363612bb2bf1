import { createPrintMeasure, printLimits, unprintableCharacters } from '../printable/index.ts';
import type { CaseFacts } from '../facts.ts';
import { isSandbox } from '../mode.ts';
import { failForAny, type Gate, notApplicable } from './gate.ts';

const shownFields = 5;
const shownCharacters = 10;

/**
 * Fails if there is more text than can be rendered within the limits. In a sandbox case, also fails for characters that
 * its documents can't print; the summary of a live case prints any text. The reason quotes only field names and
 * characters.
 */
export const printableText: Gate = {
  name: 'printable_text',
  hideUnlessFailing: true,
  check({ mode, facts, filenames = [], pack }) {
    const printsSummary = !isSandbox({ mode });
    if (!printsSummary && !pack) return notApplicable; // nothing is printed
    const texts = printedTexts(facts);
    const faults = printsSummary ? [] : texts.filter(([, text]) => unprintableCharacters(text).length > 0);
    // The summary prints each file name twice: next to its two-line hash, and with any non-Latin characters spelled as
    // code points.
    const files = filenames.map((name, index): PrintedText => [`documents[${index}].filename`, `${name}\n${name}\n`]);
    const inSummaryAlone: PrintedText[] = printsSummary ? [['freeText', facts.freeText ?? '']] : [];
    return failForAny([
      faults.length > 0 && `The documents cannot print these characters: ${listOf(faults, shownFields, fault, '; ')}.`,
      tooLarge([...texts, ...files, ...inSummaryAlone]),
    ]);
  },
};

/** Returns why the text exceeds the limits, with the field that contributes most. False if it doesn't exceed them. */
function tooLarge(texts: readonly PrintedText[]): string | false {
  // An upper bound: each character takes at most one line or piece, and each field one more line. If this is within the
  // limits, skip measuring.
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

/** Returns the facts that documents print, with their input paths. */
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

/** Returns a character with its code point, or only the code point if the character is invisible. */
function describe(character: string): string {
  const codePoint = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(character) ? `${character} (${codePoint})` : codePoint;
}

/** Returns a field's path and its unprintable characters. */
function fault([path, text]: PrintedText): string {
  return `${path}: ${listOf(unprintableCharacters(text), shownCharacters, describe)}`;
}

/** Joins the first items and says how many more there are. */
function listOf<T>(items: readonly T[], shown: number, words: (item: T) => string, separator = ', '): string {
  const first = items.slice(0, shown).map(words).join(separator);
  return items.length > shown ? `${first} and ${items.length - shown} more` : first;
}
