import type { CaseFacts } from '../facts.ts';
import { unprintableCharacters } from '../printable.ts';
import { failForAny, type GateContext, notApplicable, type Verdict } from './gate.ts';

const shownFields = 5;
const shownCharacters = 10;

/**
 * Text that our documents cannot print is refused before it is garbled. Live papers are an attorney's, so this is for
 * sandbox cases. The reason names fields and characters, never the text around them.
 */
export function printableText({ facts, pack }: GateContext): Verdict {
  if (!pack) return notApplicable;
  const faults = printedTexts(facts).flatMap(([path, text]) => {
    const characters = unprintableCharacters(text);
    return characters.length === 0 ? [] : [`${path}: ${list(characters.map(describe), shownCharacters)}`];
  });
  return failForAny([
    faults.length > 0 && `The documents cannot print these characters: ${list(faults, shownFields, '; ')}.`,
  ]);
}

/** Every text of the facts that documents carry, with its path in the input. */
function printedTexts({ property, parties, ledger = [], violation }: CaseFacts): [path: string, text: string][] {
  return [
    ['property.line1', property.line1],
    ['property.unit', property.unit ?? ''],
    ['property.city', property.city],
    ['property.county', property.county ?? ''],
    ['property.ownerOfRecord', property.ownerOfRecord],
    ...parties.map(({ name }, index): [string, string] => [`parties[${index}].name`, name]),
    ...ledger.map(({ memo }, index): [string, string] => [`ledger[${index}].memo`, memo ?? '']),
    ['violation.description', violation?.description ?? ''],
  ];
}

/** The character with its code point; one that cannot be seen, by its code point alone. */
function describe(character: string): string {
  const codePoint = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(character) ? `${character} (${codePoint})` : codePoint;
}

function list(items: readonly string[], shown: number, separator = ', '): string {
  const first = items.slice(0, shown).join(separator);
  return items.length > shown ? `${first} and ${items.length - shown} more` : first;
}
