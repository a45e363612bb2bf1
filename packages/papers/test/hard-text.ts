import fc from 'fast-check';

/**
 * Characters that join, stack, are invisible, look alike, run from right to left, or have a meaning in a printed
 * summary.
 */
const hardCharacters = Array.from(
  [
    'aée\u0301A\u0410\u0391   \n\r\t\u00a0\u3000-§⟨⟩␣↵↪\\()',
    'محﻣ\u064e\u0651٣،ש\u05b8\u05c1ܐक्िที่가\u1100\u1161晚晩一⼀Ａ',
    '\u3164\u202e\u200d\ufeff\u00ad\ue000\u0001\u2028\u{e0041}🙂',
  ].join(''),
);

const hardWords = ['U+0041', '⟨U+0041⟩', 'لا', '👨‍👩‍👧', 'W'.repeat(60), '王'.repeat(60), 'م'.repeat(60)];

/** Generates text that a case can contain and that is hard to print. */
export function hardText(maxLength: number): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...hardCharacters, ...hardWords), minLength: 1, maxLength });
}

/**
 * Restores the submitted text from its printed lines, by inverting the rules that a summary prints on its first page.
 */
export function readBack(lines: readonly string[]): string {
  const joined = lines.reduce((text, line) => {
    if (line.startsWith('↪')) return text + line.slice(1);
    return `${text}${text.endsWith('↵') ? '\n' : ' '}${line}`;
  });
  return joined
    .replaceAll(/↵\n?/g, '\n')
    .replaceAll('␣', ' ')
    .replaceAll(/⟨(.*?)⟩/g, (_, codePoints: string) =>
      codePoints
        .split(' ')
        .map((codePoint) => String.fromCodePoint(Number.parseInt(codePoint.slice(2), 16)))
        .join(''),
    );
}
