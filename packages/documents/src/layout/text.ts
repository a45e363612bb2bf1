import type { Face } from './faces.ts';

/**
 * The lines of a text in that width. Breaks at spaces, but not inside a citation nor at a no-break space (drawn as a
 * plain one, so that copied text can be searched). A word wider than a line is cut where the line ends, its rest begun
 * with the mark: nothing ever leaves its column.
 */
export function breakLines(text: string, face: Face, size: number, width: number, cutMark = ''): string[] {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .split('\n')
    .flatMap((paragraph) => breakParagraph(paragraph, (line) => face.widthOf(line, size) <= width, cutMark))
    .map((line) => line.replaceAll('\u00a0', ' '));
}

function breakParagraph(text: string, fits: (line: string) => boolean, cutMark: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.trim().split(/(?<![§¶])[ \t]+(?!U\.S\.C\.)/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    const pieces = fits(word) ? [word] : cut(word, fits, cutMark);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? '';
  }
  lines.push(line);
  return lines;
}

/** A letter with its marks, or the code point of a character that is not drawn: never parted. */
const unit = /⟨?U\+[0-9A-F]{4,6}⟩?|.\p{M}*/gsu;

function cut(word: string, fits: (piece: string) => boolean, cutMark: string): string[] {
  const units = word.match(unit) ?? [];
  const pieces: string[] = [];
  for (let from = 0; from < units.length;) {
    const start = from === 0 ? '' : cutMark;
    const pieceOf = (count: number) => start + units.slice(from, from + count).join('');
    const count = mostThat((tried) => fits(pieceOf(tried)), units.length - from);
    pieces.push(pieceOf(count));
    from += count;
  }
  return pieces;
}

/** The greatest count up to `limit` that holds, at least 1; where a count holds, so do all below it. */
function mostThat(holds: (count: number) => boolean, limit: number): number {
  let low = 1;
  let high = 2;
  while (high <= limit && holds(high)) [low, high] = [high, high * 2];
  high = Math.min(high, limit + 1);
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}
