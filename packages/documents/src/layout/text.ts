import type { Face } from './faces.ts';

/**
 * The lines of a text in that width. Breaks at spaces, but not inside a citation nor at a no-break space (drawn as a
 * plain one, so that copied text can be searched). A word wider than a line is cut where the line ends: nothing ever
 * leaves its column.
 */
export function breakLines(text: string, face: Face, size: number, width: number): string[] {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .split('\n')
    .flatMap((paragraph) => breakParagraph(paragraph, face, size, width))
    .map((line) => line.replaceAll('\u00a0', ' '));
}

function breakParagraph(text: string, face: Face, size: number, width: number): string[] {
  const fits = (line: string) => face.widthOf(line, size) <= width;
  const lines: string[] = [];
  let line = '';
  for (const word of text.trim().split(/(?<![§¶])[ \t]+(?!U\.S\.C\.)/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    const pieces = fits(word) ? [word] : cut(word, fits);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? '';
  }
  lines.push(line);
  return lines;
}

function cut(word: string, fits: (piece: string) => boolean): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const character of word) {
    if (piece !== '' && !fits(piece + character)) {
      pieces.push(piece);
      piece = '';
    }
    piece += character;
  }
  return [...pieces, piece];
}
