import { looksLikeEntity } from './names.ts';

/**
 * Returns a sentence that says why the text isn't a party's name, for example because it comes from the wrong column of
 * a file: an email address, a number, a code, a street address, or a placeholder such as "n/a". Returns null for text
 * that could be a name.
 */
export function nameFault(text: string): string | null {
  const name = text.normalize('NFKC').trim();
  if (/\S@\S/u.test(name)) return 'This is an email address, not a name.';
  if (nobody.test(name)) return 'This is not a name.';
  if (!/\p{L}/u.test(name)) return 'This is a number, not a name.';
  if (/\d{3}\D{0,3}\d{3}\D{0,3}\d{4}/u.test(name)) return 'This has a telephone number in it. Enter the name alone.';
  if (/\([^)]*\d[^)]*\)/u.test(name)) return 'This has a code in it. Enter the name alone.';
  if (looksLikeEntity(name)) return null;
  if (/^(?:unit|apt|apartment)\b.*\d/iu.test(name) || /^\d+\s+\p{L}{2}/u.test(name)) {
    return 'This looks like an address, not a name.';
  }
  const words = name.split(/[\s,;]+/u);
  const letters = words.filter((word) => !/\p{N}/u.test(word)).join('');
  const isCode = words.some((word) => /\p{N}/u.test(word)) && letters.replace(/\P{L}/gu, '').length < 3;
  return isCode ? 'This looks like a code, not a name.' : null;
}

const nobody = /^(?:vacant(?: unit)?|occupied|none|no|yes|n\/?a|null|tbd|true|false|#[\w/]+[!?]?)$/iu;
