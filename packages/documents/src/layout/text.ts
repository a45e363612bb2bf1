import type { Style } from './faces.ts';

/**
 * Breaks a text into lines of the given width: at spaces, but not inside a citation nor at a no-break space (drawn as a
 * plain one, so that copied text can be searched). A word wider than a line is broken, and its continuation begins with
 * the mark, so nothing leaves its column.
 */
export function breakLines(text: string, { face, size }: Style, width: number, cutMark = ''): string[] {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .split('\n')
    .flatMap((paragraph) => breakParagraph(paragraph, { widthOf: (part) => face.widthOf(part, size), width }, cutMark))
    .map((line) => line.replaceAll('\u00a0', ' '));
}

interface Measure {
  readonly widthOf: (text: string) => number;
  /** Of the lines, in points. */
  readonly width: number;
}

/** Each word is measured once, however many are on a line: letters do not join across a space. */
function breakParagraph(text: string, { widthOf, width }: Measure, cutMark: string): string[] {
  const lines: string[] = [];
  const space = widthOf(' ');
  const fits = (part: string) => widthOf(part) <= width;
  let line = '';
  let lineWidth = 0;
  for (const word of text.trim().split(/(?<![§¶])[ \t]+(?!U\.S\.C\.)/)) {
    const wordWidth = widthOf(word);
    const longer = line === '' ? word : `${line} ${word}`;
    const longerWidth = line === '' ? wordWidth : lineWidth + space + wordWidth;
    const isClose = Math.abs(longerWidth - width) < rounding;
    if (isClose ? fits(longer) : longerWidth < width) {
      line = longer;
      lineWidth = longerWidth;
      continue;
    }
    if (line !== '') lines.push(line);
    const pieces = wordWidth <= width ? [word] : cut(word, fits, cutMark);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? '';
    lineWidth = widthOf(line);
  }
  return [...lines, line];
}

/** Tolerance in points between the sum of the widths of words and the width of the line. */
const rounding = 1e-6;

/** A letter with its marks, or the code point of an undrawable character: never split. */
const unit = /⟨?U\+[0-9A-F]{4,6}⟩?|.\p{M}*/gsu;

function cut(word: string, fits: (piece: string) => boolean, cutMark: string): string[] {
  const units = word.match(unit) ?? [];
  const pieces: string[] = [];
  let count = 1;
  for (let from = 0; from < units.length; from += count) {
    const start = from === 0 ? '' : cutMark;
    const pieceOf = (candidate: number) => start + units.slice(from, from + candidate).join('');
    // The next line of a word takes about as many letters as the previous one.
    count = largestCount((candidate) => fits(pieceOf(candidate)), { limit: units.length - from, guess: count });
    pieces.push(pieceOf(count));
  }
  return pieces;
}

/** The greatest count up to `limit` that holds, at least 1: bounds found by steps that double, then halved. */
function largestCount(holds: (count: number) => boolean, { limit, guess }: { limit: number; guess: number }): number {
  const start = Math.min(guess, limit);
  let [low, high] = [start, start + 1];
  for (let step = 1; low > 1 && !holds(low); step *= 2) [low, high] = [Math.max(1, low - step), low];
  for (let step = 1; high > start && high <= limit && holds(high); step *= 2) [low, high] = [high, high + step];
  high = Math.min(high, limit + 1);
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}
