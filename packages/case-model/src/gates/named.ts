/**
 * Whether the pattern finds a name in the text. The pattern must have the `g` flag and capture the name in a group
 * called `named`. "None", "N/A" and the like don't count as names, nor does a match after a negation in the same
 * sentence.
 */
export function isNamed(pattern: RegExp, text = ''): boolean {
  return [...text.matchAll(pattern)].some(({ index, groups }) => {
    const before = text
      .slice(Math.max(0, index - 200), index)
      .split(/[.;!?\n]/)
      .at(-1);
    return ![before, groups?.['named']].some((part) => denial.test(part ?? ''));
  });
}

const denial =
  /(?<!\p{L})(?:no|none|not|nobody|never|without|lacks?|n\/a|na|unknown|pending|tbd)(?!\p{L})|n['’]t(?!\p{L})/iu;
