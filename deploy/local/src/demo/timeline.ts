import { styleText } from 'node:util';
import type { Case, Event, GateResults } from '@evict/client';
import { type IsoDate, weekday } from '@evict/jurisdictions';
import type { CheckedDocument, DemoCase, Ended, Taken } from './demo-case.ts';

/** Returns the lines for a draft: the subject of the case and its gate results. */
export function draftLines(
  { letter, title }: Pick<DemoCase, 'letter' | 'title'>,
  draft: Case,
  uploads: readonly CheckedDocument[],
  { results }: GateResults,
): string[] {
  const count = (status: string) => results.filter((result) => result.status === status).length;
  const counts = `${count('pass')} pass, ${count('warn')} warn, ${count('fail')} fail, ${count('not_applicable')} not applicable`;
  return [
    '',
    styleText('bold', `${letter}. ${title}`),
    `   ${styleText('dim', draft.id)}`,
    `   ${'draft'.padEnd(labelWidth)}gates: ${counts}`,
    ...results.flatMap(({ gate, status, reason = '' }) =>
      status === 'warn' || status === 'fail' ? [row(status, [gate, reason])] : [],
    ),
    ...uploads.map((document) => documentRow(document)),
  ];
}

/** Returns the lines for one step: when and in which state the case stopped, and everything new. */
export function stepLines({ label, clock, state, events, deadlines, documents }: Taken): string[] {
  return [
    `   ${label.padEnd(labelWidth)}${styleText('dim', clockTime(clock))}  ${styleText('bold', state)}`,
    ...events.map((event) => eventRow(event)),
    ...deadlines.map(({ name, date, citation }) => row('deadline', [name, withWeekday(date), citation])),
    ...documents.map((document) => documentRow(document)),
  ];
}

/** Returns the lines for the end of the case, or for its deviations. */
export function endLines({ last, advances, differences }: Ended): string[] {
  if (differences.length > 0) return differences.map((difference) => styleText('red', `   DIFFERS ${difference}`));
  if (last === null) return [];
  const { judgment } = last.data.progress;
  const facts = [
    advances > 0 && `${advances} advances`,
    judgment && `judgment for the ${judgment.outcome}${judgment.date === null ? '' : ` on ${judgment.date}`}`,
    last.courtCaseNumber && `court case ${last.courtCaseNumber}`,
  ];
  return [styleText('green', `   as expected: ${last.state}; ${facts.filter(Boolean).join(', ')}`)];
}

const labelWidth = 13;
const hashShown = 16;

/** For each kind of row, the color of its name, and the width of every column except the last. */
const rows = {
  warn: { style: 'yellow', widths: [20] },
  fail: { style: 'red', widths: [20] },
  event: { style: 'cyan', widths: [20, 19, 8] },
  deadline: { style: 'yellow', widths: [20, 19] },
  document: { style: 'green', widths: [29, 25, 9] },
} as const;

function row(kind: keyof typeof rows, cells: readonly string[]): string {
  const { style, widths } = rows[kind];
  const columns = cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  ');
  return `     ${styleText(style, kind.padEnd(9))} ${columns}`.trimEnd();
}

function eventRow({ action, toState, actorType, detail }: Event): string {
  const to = toState === null ? '(state unchanged)' : `→ ${toState}`;
  return row('event', [action, to, actorType, wordsOf(detail)]);
}

function documentRow({ kind, filename, contentHash, matches }: CheckedDocument): string {
  const verdict = matches ? styleText('green', 'hash matches') : styleText('red', 'HASH DIFFERS');
  return row('document', [filename, `sha256 ${contentHash.slice(0, hashShown)}…`, kind, verdict]);
}

/** Formats the details of an event, without its time, which is shown once per step. */
function wordsOf(more: unknown): string {
  return Object.entries((more ?? {}) as Record<string, string | readonly string[] | null>)
    .filter(([name, value]) => name !== 'caseTime' && value !== null)
    .map(([name, value]) => `${name} ${[value].flat().join(' ')}`)
    .join(', ');
}

/** Formats a date as `Mon 2026-08-03`, because deadlines depend on the day of the week. */
function withWeekday(date: IsoDate): string {
  return `${weekdays[weekday(date)]} ${date}`;
}

/** Formats an instant as `Mon 2026-08-03 09:30` in UTC. */
function clockTime(instant: string): string {
  return `${withWeekday(instant.slice(0, 10))} ${instant.slice(11, 16)}`;
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;
