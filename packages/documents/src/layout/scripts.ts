import { livingScripts } from '@evict/case-model';
import { type OpenFont, openJoined, openPlain } from './fonts.ts';

/** A script outside the two serif faces, drawn by another font. */
export interface Script {
  readonly name: string;
  /** `joined`: right to left, with joining or pointed letters. `wide`: left to right, one glyph per character. */
  readonly font: 'joined' | 'wide';
}

/**
 * The script of a character outside the serif faces; null for one that no font draws visibly. Only a case summary prints
 * such characters; all other papers reject them.
 */
export function scriptBeyondSerif(character: string): Script | null {
  const known = judged.get(character);
  if (known !== undefined) return known;
  const script = judge(character);
  judged.set(character, script);
  return script;
}

/** The font of a character of those scripts; null for any other. */
export function fontBeyondSerif(character: string, weight: 'regular' | 'bold'): OpenFont | null {
  const script = scriptBeyondSerif(character);
  if (!script) return null;
  return script.font === 'wide' ? wide() : joined[weight]();
}

/** Cached per process: a long text asks for the same characters again and again. */
const judged = new Map<string, Script | null>();

function judge(character: string): Script | null {
  if (unseen.test(character) || lookAlike.test(character)) return null;
  const row = scripts.find(([, , pattern]) => pattern.test(character));
  if (!row) return null;
  const [name, font] = row;
  return (font === 'wide' ? wide() : joined.regular()).has(character) ? { name, font } : null;
}

/**
 * Arabic and Hebrew are detected by block, because their marks belong to no script: without digits, which run from left
 * to right, and without presentation forms, which look like the letters they consist of.
 */
const scripts: readonly (readonly [name: string, font: Script['font'], pattern: RegExp])[] = [
  ['Hebrew', 'joined', /^[\u0591-\u05f4]$/u],
  ['Arabic', 'joined', /^[\u060b-\u060f\u061b-\u065f\u066a-\u06ef\u06fa-\u06ff\u0750-\u077f]$/u],
  ['East Asian punctuation', 'wide', /^[\u3001-\u3003\u3008-\u3020\u3030\u30fb\u30fc\uff01-\uff5e\uffe0-\uffe6]$/u],
  ...livingScripts.map((name) => [name, 'wide', new RegExp(`^\\p{Script=${name}}$`, 'u')] as const),
];

/** Fillers and format characters are invisible. */
const unseen = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\uffa0]/u;

/** Drawn like another character of their script; radicals look like ideographs. */
const lookAlike = /[\u0aeb\u0be7\u0bed\u0f0c\u114c\u17a3\u1c90-\u1cbf\u2e80-\u2fdf\u39b3\u3b3a\u3ba3\u6669\ua9fd]/u;

// Opened when first needed: most papers need neither, and the wide one has 57,000 glyphs.
const wide = once(() => openPlain('wide', '@fontsource/unifont/files/unifont-latin-400-normal.woff'));
const joined = {
  regular: once(() => openJoined('joined', 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf')),
  bold: once(() => openJoined('joined-bold', 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf')),
};

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}
