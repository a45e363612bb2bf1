import type { Case, Event, GateResults } from '@evict/contract';
import { clockTime, withWeekday } from './dates.ts';
import type { CheckedDocument, DemoCase, Ended, Taken } from './demo-case.ts';
import type { Paint, Style } from './paint.ts';

/** What the case is about and what its gates say. */
export function draftLines(
  { letter, title }: DemoCase,
  draft: Case,
  uploads: readonly CheckedDocument[],
  { results }: GateResults,
  paint: Paint,
): string[] {
  const count = (status: string) => results.filter((result) => result.status === status).length;
  const counts = `${count('pass')} pass, ${count('warn')} warn, ${count('fail')} fail, ${count('not_applicable')} not applicable`;
  const shown = results.filter(({ status }) => status === 'warn' || status === 'fail');
  return [
    '',
    paint('bold', `${letter}. ${title}`),
    `   ${paint('dim', draft.id)}`,
    `   ${'draft'.padEnd(labelWidth)}gates: ${counts}`,
    ...shown.map(({ gate, status, reason }) =>
      detail(
        status,
        'yellow',
        [
          [gate, 28],
          [reason ?? '', 0],
        ],
        paint,
      ),
    ),
    ...uploads.map((document) => documentLine(document, paint)),
  ];
}

/** One step: when and where the case came to rest, and everything that came with it. */
export function stepLines({ label, clock, state, events, deadlines, documents }: Taken, paint: Paint): string[] {
  return [
    `   ${label.padEnd(labelWidth)}${paint('dim', clockTime(clock))}  ${paint('bold', state)}`,
    ...events.map((event) => eventLine(event, paint)),
    ...deadlines.map(({ name, date, citation }) =>
      detail(
        'deadline',
        'yellow',
        [
          [name, 22],
          [withWeekday(date), 16],
          [citation, 0],
        ],
        paint,
      ),
    ),
    ...documents.map((document) => documentLine(document, paint)),
  ];
}

/** How the case ended, or where it went another way. */
export function endLines({ last, advances, differences }: Ended, paint: Paint): string[] {
  if (differences.length > 0) return differences.map((difference) => paint('red', `   DIFFERS ${difference}`));
  if (last === null) return [];
  const { judgment } = last.data.progress;
  const facts = [
    `${advances} advances`,
    judgment && `judgment for the ${judgment.outcome} on ${judgment.date}`,
    last.courtCaseNumber && `court case ${last.courtCaseNumber}`,
  ];
  return [paint('green', `   as expected: ${last.state}; ${facts.filter(Boolean).join(', ')}`)];
}

const labelWidth = 13;
const kindWidth = 10;
const hashShown = 16;

function eventLine({ action, toState, actorType, detail: more }: Event, paint: Paint): string {
  const to = toState === null ? '(state unchanged)' : `→ ${toState}`;
  return detail(
    'event',
    'cyan',
    [
      [action, 22],
      [to, 22],
      [actorType, 10],
      [valuesOf(more), 0],
    ],
    paint,
  );
}

function documentLine({ kind, filename, contentHash, matches }: CheckedDocument, paint: Paint): string {
  const verdict = matches ? paint('green', 'bytes match') : paint('red', 'BYTES DIFFER');
  const hash = `sha256 ${contentHash.slice(0, hashShown)}…`;
  return detail(
    'document',
    'green',
    [
      [kind, 10],
      [filename, 32],
      [hash, 26],
      [verdict, 0],
    ],
    paint,
  );
}

/** The values of an event's detail in their order; the time is shown once for the whole step. */
function valuesOf(more: unknown): string {
  const entries = Object.entries((more ?? {}) as Record<string, unknown>).filter(([name]) => name !== 'caseTime');
  return entries.flatMap(([, value]) => (value === null ? [] : String(value))).join(', ');
}

type Column = readonly [text: string, width: number];

function detail(kind: string, style: Style, columns: readonly Column[], paint: Paint): string {
  const row = columns.map(([text, width]) => text.padEnd(width)).join('  ');
  return `     ${paint(style, kind.padEnd(kindWidth))}${row}`.trimEnd();
}
