import { type OpenFont, openJoined, openPlain } from './fonts.ts';

/**
 * The font that draws a character which the two serif faces lack; null for one that none draws so that a reader can
 * tell it from every other. Only a case summary prints such characters: all other papers refuse them.
 */
export function fontBeyondSerif(character: string, weight: 'regular' | 'bold'): OpenFont | null {
  const kind = kinds.get(character) ?? kindOf(character);
  kinds.set(character, kind);
  if (kind === null) return null;
  return kind === 'wide' ? wide() : joined[weight]();
}

type Kind = 'joined' | 'wide' | null;

/** A character is judged once a process: a long text asks for each of them again and again. */
const kinds = new Map<string, Kind>();

/**
 * Arabic and Hebrew, whose letters join or carry points, from right to left. Without digits, which run from left to
 * right, and without presentation forms, which look like the letters that they are made of.
 */
const rightToLeft = /^[\u0591-\u05f4\u060b-\u060f\u061b-\u065f\u066a-\u06ef\u06fa-\u06ff\u0750-\u077f]$/u;

/** Scripts that are written today, from left to right, and that the wide font draws one by one. */
const leftToRight = new RegExp(
  `^(?:[\\u3001-\\u3003\\u3005-\\u3029\\u3030\\u30fb\\u30fc\\uff01-\\uffe6]|${[
    'Han Hiragana Katakana Bopomofo Hangul Thai Lao Khmer Myanmar Tibetan Ethiopic Armenian Georgian Devanagari',
    'Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala',
  ]
    .join(' ')
    .split(' ')
    .map((script) => `\\p{Script=${script}}`)
    .join('|')})$`,
  'u',
);

/** Radicals look like the ideographs they stand for; fillers and format characters like nothing at all. */
const unseen = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2e80-\u2fdf\uffa0]/u;

function kindOf(character: string): Kind {
  const codePoint = character.codePointAt(0) ?? 0;
  if (unseen.test(character)) return null;
  if (rightToLeft.test(character)) return joined.regular().has(codePoint) ? 'joined' : null;
  return leftToRight.test(character) && wide().has(codePoint) ? 'wide' : null;
}

// Opened when first needed: most papers need neither, and the wide one takes 50 ms and 20 MB.
const wide = once(() => openPlain('wide', '@fontsource/unifont/files/unifont-latin-400-normal.woff'));
const joined = {
  regular: once(() => openJoined('joined', 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf')),
  bold: once(() => openJoined('joined-bold', 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf')),
};

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}
