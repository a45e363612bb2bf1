import { digits, type Figure, goalText, keepsGoal } from './figures.ts';
import type { Results } from './results.ts';

const width = 900;
const rowHeight = 30;
const top = 64;
/** Names are left of the bars, numbers right of them. */
const bars = { left: 390, right: 660 };
const colours = { kept: '#2e7d32', missed: '#c62828', spread: '#212121', goal: '#1565c0', text: '#212121' };

type Judged = Figure & Required<Pick<Figure, 'goal'>>;

/**
 * Every figure with a goal as a bar, with its quartiles as a line over it. The length of a bar is the ratio of its
 * value to its goal, so all goals share one vertical line.
 */
export function draw({ measuredAt, machine, benchmarks }: Results): string {
  const figures = benchmarks.flatMap((one) => one.figures).filter((one): one is Judged => one.goal !== undefined);
  const height = top + figures.length * rowHeight + 16;
  const goalAt = bars.left + (bars.right - bars.left) / 2;
  const about = `${measuredAt.slice(0, 10)}, ${machine.processors} processors (${machine.model}), Node ${machine.node}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="13">`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    text(16, 24, 'Measured against the goals', 'font-size="17" font-weight="bold"'),
    text(16, 44, `${about}. The line is the goal.`),
    ...figures.flatMap((figure, index) => row(figure, top + index * rowHeight)),
    `<line x1="${goalAt}" y1="${top - 4}" x2="${goalAt}" y2="${height - 12}" stroke="${colours.goal}" stroke-width="2"/>`,
    '</svg>',
    '',
  ].join('\n');
}

function row(figure: Judged, y: number): string[] {
  const { name, value, unit, goal, spread } = figure;
  const limit = 'atMost' in goal ? goal.atMost : goal.atLeast;
  // Twice the goal fills the width; longer bars are cut off there.
  const at = (one: number) => bars.left + Math.min(1, one / limit / 2) * (bars.right - bars.left);
  const colour = keepsGoal(figure) ? colours.kept : colours.missed;
  const middle = y + rowHeight / 2;
  return [
    text(16, middle + 4, name),
    `<rect x="${bars.left}" y="${y + 6}" width="${round(at(value) - bars.left)}" height="${rowHeight - 12}" fill="${colour}"/>`,
    ...(spread
      ? [
          `<line x1="${round(at(spread[0]))}" y1="${middle}" x2="${round(at(spread[1]))}" y2="${middle}" stroke="${colours.spread}" stroke-width="3"/>`,
        ]
      : []),
    text(bars.right + 12, middle + 4, `${digits(value)} ${unit} (${goalText(goal)})`, `fill="${colour}"`),
  ];
}

function text(x: number, y: number, content: string, more = `fill="${colours.text}"`): string {
  const escaped = content.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<text x="${x}" y="${y}" ${more}>${escaped}</text>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
