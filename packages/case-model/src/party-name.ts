/**
 * Says in a sentence why a text is not the name of a party: an email address, a number or a code, as they are read from the
 * wrong column of a file. Returns null for anything that can be a name.
 */
export function nameFault(text: string): string | null {
  const name = text.normalize('NFKC').trim();
  if (/\S@\S/u.test(name)) return 'This is an email address, not a name.';
  if (!/\p{L}/u.test(name)) return 'This is a number, not a name.';
  const words = name.split(/[\s,;]+/u);
  const letters = words.filter((word) => !/\p{N}/u.test(word)).join('');
  const isCode = words.some((word) => /\p{N}/u.test(word)) && letters.replace(/\P{L}/gu, '').length < 2;
  return isCode ? 'This looks like a code, not a name.' : null;
}
