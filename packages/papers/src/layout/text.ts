import type { Style } from './faces.ts';

/**
 * Breaks a string at its spaces into lines of at most `width` points. It doesn't break inside a citation or at a
 * no-break space, which becomes a plain space so that copied text can be searched. A word wider than a line is cut, and
 * each continuation begins with `cutMark`.
 */
export function breakLines(text: string, { face, size }: Style, width: number, cutMark = ''): string[] {
  const measure: Measure = {
    widthOf: (part) => face.widthOf(part, size),
    widthInside: (letter) => face.widthInside(letter, size),
    widthAtEnd: (letter) => face.widthAtEnd(letter, size),
    width,
  };
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .split('\n')
    .flatMap((paragraph) => breakParagraph(paragraph, measure, cutMark))
    .map((line) => line.replaceAll('\u00a0', ' '));
}

interface Measure {
  readonly widthOf: (text: string) => number;
  /** Returns the width of a letter in the middle of a word. `widthAtEnd` returns its width at the end of one. */
  readonly widthInside: (letter: string) => number;
  readonly widthAtEnd: (letter: string) => number;
  /** The maximum width of a line, in points. */
  readonly width: number;
}

/**
 * Breaks one paragraph into lines. Each word is measured only once and the widths are added up, because letters don't
 * join across a space.
 */
function breakParagraph(text: string, measure: Measure, cutMark: string): string[] {
  const { widthOf, width } = measure;
  const lines: string[] = [];
  const space = widthOf(' ');
  const fits = (part: string) => widthOf(part) <= width;
  let line = '';
  let lineWidth = 0;
  for (const word of text.trim().split(/(?<![§¶])[ \t]+(?!U\.S\.C\.)/)) {
    const wordWidth = word.length > longWord ? Infinity : widthOf(word);
    const longer = line === '' ? word : `${line} ${word}`;
    const longerWidth = line === '' ? wordWidth : lineWidth + space + wordWidth;
    const isClose = Math.abs(longerWidth - width) < rounding;
    if (isClose ? fits(longer) : longerWidth < width) {
      line = longer;
      lineWidth = longerWidth;
      continue;
    }
    if (line !== '') lines.push(line);
    const pieces = wordWidth <= width ? [word] : cut(word, measure, cutMark);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? '';
    lineWidth = widthOf(line);
  }
  return [...lines, line];
}

/** The tolerance for rounding errors when word widths are added up, in points. */
const rounding = 1e-6;

/**
 * A word with more characters than this begins a new line and isn't measured as a whole, which would double the layout
 * time.
 */
const longWord = 200;

/** Matches what is never split: a letter with its marks, or the code point printed for an undrawable character. */
const unit = /⟨?U\+[0-9A-F]{4,6}⟩?|.\p{M}*/gsu;

/**
 * Cuts a word into pieces that fit. Letters that join can only be measured as part of a whole piece, which is slow. So
 * a piece's width is first estimated from its single letters, and the piece is shortened if it turns out too wide.
 */
function cut(word: string, { widthOf, widthInside, widthAtEnd, width }: Measure, cutMark: string): string[] {
  const units = word.match(unit) ?? [];
  const pieces: string[] = [];
  for (let from = 0; from < units.length;) {
    const start = from === 0 ? '' : cutMark;
    const pieceOf = (end: number) => start + units.slice(from, end).join('');
    let end = from;
    let room = width - widthOf(start) + rounding;
    for (const next of units.slice(from)) {
      if (widthAtEnd(next) > room) break;
      room -= widthInside(next);
      end += 1;
    }
    end = Math.max(end, from + 1);
    while (end > from + 1 && widthOf(pieceOf(end)) > width) {
      const count = Math.floor(((end - from) * width) / widthOf(pieceOf(end)));
      end = Math.max(from + 1, Math.min(end - 1, from + count));
    }
    pieces.push(pieceOf(end));
    from = end;
  }
  return pieces;
}
