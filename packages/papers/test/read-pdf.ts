import { hash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { faces } from '../src/layout/faces.ts';
import { page } from '../src/layout/pages.ts';

/** A run of text on a page. Positions are points from the lower left corner, and `y` is the baseline. */
export interface Mark {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly bold: boolean;
  /** Whether it is drawn diagonally across the page. */
  readonly rotated: boolean;
  /** Whether it is decoration, which isn't read aloud. */
  readonly artifact: boolean;
}

/**
 * Reads the text on the pages of a PDF. The embedded fonts say which characters each glyph stands for. Supports only
 * files written by pdfkit.
 */
export function readPdf(bytes: Buffer): Mark[][] {
  const objects = objectsOf(bytes);
  const follow = (dictionary: string, key: string) =>
    objects.get(Number(new RegExp(`/${key} (\\d+) 0 R`).exec(dictionary)?.[1]));
  const pages = [...objects.values()].find(({ dictionary }) => dictionary.includes('/Type /Pages'));
  const kids = /\/Kids \[(.*?)\]/s.exec(pages?.dictionary ?? '')?.[1] ?? '';
  return [...kids.matchAll(/(\d+) 0 R/g)].map(([, id]) => {
    const dictionary = objects.get(Number(id))?.dictionary ?? '';
    const resources = follow(dictionary, 'Resources')?.dictionary ?? '';
    const fonts = new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', font]) => {
        const described = objects.get(Number(font))?.dictionary ?? '';
        const bold = described.includes('Bold');
        return [name, { bold, characters: charactersOf(follow(described, 'ToUnicode')?.stream() ?? '') }];
      }),
    );
    return marksOf(follow(dictionary, 'Contents')?.stream() ?? '', fonts);
  });
}

/** Returns the width of a mark on its page. */
export function widthOf({ text, size, bold }: Mark): number {
  return (bold ? faces.bold : faces.regular).widthOf(text, size);
}

/** Returns the runs of text that exceed the page's margins or overlap each other. */
export function layoutFaults(marks: readonly Mark[]): string[] {
  const level = marks.filter(({ rotated }) => !rotated);
  return level.flatMap((one, index) => {
    const below = page.height - one.y;
    const isOutside = one.x < page.left - 0.01 || one.x + widthOf(one) > page.right + 0.01;
    const isInFooter = !one.artifact && (below > page.bottom || below < page.top);
    const over = level.slice(index + 1).filter((other) => {
      const sideBySide = one.x + widthOf(one) <= other.x + 0.01 || other.x + widthOf(other) <= one.x + 0.01;
      return !sideBySide && Math.abs(one.y - other.y) < Math.min(one.size, other.size);
    });
    return [...(isOutside || isInFooter ? [one.text] : []), ...over.map(({ text }) => `${one.text} / ${text}`)];
  });
}

/** Returns the text of a page without decoration, one line per run. */
export function textOf(marks: readonly Mark[]): string {
  return marks
    .filter(({ artifact }) => !artifact)
    .map(({ text }) => text)
    .join('\n');
}

/**
 * Returns a hash of everything that a PDF draws and declares. It ignores how the content is compressed, which differs
 * between builds of zlib.
 */
export function drawingHash(bytes: Buffer): string {
  const objects = [...objectsOf(bytes).values()].map(({ dictionary, stream }) => {
    return dictionary.replace(/\/Length \d+/, '') + (dictionary.includes('/FlateDecode') ? stream() : '');
  });
  return hash('sha256', objects.join('\n'));
}

interface PdfObject {
  readonly dictionary: string;
  readonly stream: () => string;
}

function objectsOf(bytes: Buffer): Map<number, PdfObject> {
  const file = bytes.toString('latin1');
  const table = file.slice(Number(/startxref\n(\d+)/.exec(file)?.[1]));
  const offsets = [...table.matchAll(/^(\d{10}) 00000 n/gm)].map(([, offset]) => Number(offset));
  return new Map(
    offsets.map((offset, index) => {
      const end = file.slice(offset).search(/\n(stream|endobj)\n/) + offset;
      const dictionary = file.slice(offset, end);
      const length = Number(/\/Length (\d+)/.exec(dictionary)?.[1]);
      const from = end + '\nstream\n'.length;
      return [
        index + 1,
        { dictionary, stream: () => inflateSync(bytes.subarray(from, from + length)).toString('latin1') },
      ];
    }),
  );
}

/** Returns the characters that each glyph number stands for, according to the font's ToUnicode table. */
function charactersOf(table: string): string[] {
  const characters: string[] = [];
  for (const [, first = '', list = ''] of table.matchAll(/<(\w+)> <\w+> \[(.*?)\]/gs)) {
    for (const [index, [, codes = '']] of [...list.matchAll(/<(.*?)>/g)].entries()) {
      const units = codes.split(' ').map((code) => Number.parseInt(code, 16));
      characters[Number.parseInt(first, 16) + index] = String.fromCharCode(...units);
    }
  }
  return characters;
}

function marksOf(content: string, fonts: ReadonlyMap<string, { bold: boolean; characters: string[] }>): Mark[] {
  const marks: Mark[] = [];
  let at = { x: 0, y: 0 };
  let font = { name: '', size: 0 };
  let artifact = false;
  let rotated = false;
  /** The `ActualText` of the current span, which replaces the text of all marks in the span. */
  let actual: { text: string; marked: boolean } | null = null;
  for (const line of content.split('\n')) {
    const words = line.split(' ');
    if (line.startsWith('/ActualText (')) actual = { text: actualText(line), marked: false };
    else if (line.endsWith('<<') && line.startsWith('/') && line !== '/Span <<')
      artifact = line.startsWith('/Artifact');
    if (line === 'EMC') {
      if (actual) actual = null;
      else [artifact, rotated] = [false, false];
    }
    if (line.endsWith(' cm') && Number(words[1]) !== 0) rotated = true;
    if (line.endsWith(' Tm')) at = { x: Number(words[4]), y: Number(words[5]) };
    if (line.endsWith(' Tf')) font = { name: (words[0] ?? '').slice(1), size: Number(words[1]) };
    if (!line.endsWith(' TJ') || actual?.marked) continue;
    const { bold = false, characters = [] } = fonts.get(font.name) ?? {};
    const glyphs = [...line.matchAll(/<(\w+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
    const drawn = glyphs.map((glyph) => characters[Number.parseInt(glyph, 16)] ?? '?').join('');
    if (actual) actual.marked = true;
    marks.push({ text: actual?.text ?? drawn, ...at, size: font.size, bold, rotated, artifact });
  }
  return marks;
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** Decodes UTF-16 after its byte order mark, with some bytes escaped. */
function actualText(line: string): string {
  const raw = line
    .slice('/ActualText ('.length, -1)
    .replaceAll(/\\(.)/gs, (_, letter: string) => escapes[letter] ?? letter);
  return Buffer.from(raw, 'latin1').swap16().toString('utf16le').slice(1);
}
