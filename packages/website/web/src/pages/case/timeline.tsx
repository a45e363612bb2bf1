import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Case, type CaseEvent, caseEventsQuery, caseFactsQuery, type ReportedFact } from '../../api/queries.ts';
import { formatDay, formatMoment, formatShortDay } from '../../shared/format.ts';
import { caseTime } from '../../shared/life.ts';
import { Hint, Section, SmallButton } from '../../shared/parts.tsx';
import { QueryState } from '../../shared/query-state.tsx';
import { actorTypeNames, eventSentences, shortEventName } from '../../wording/events.ts';
import { eventDay } from './course.tsx';
import classes from './course.module.css';

const newest = 8;
const atATime = 20;

/** The latest entries of the history, with a link to the rest. */
export function RecentHistory({ one, showAll }: { one: Case; showAll: () => void }) {
  const { entries, query } = useHistory(one);
  const isMore = entries.length > newest;
  return (
    <Section
      title="Timeline"
      beside={
        isMore && (
          <SmallButton variant="subtle" onClick={showAll}>
            All {entries.length} events
          </SmallButton>
        )
      }
    >
      <QueryState query={query}>{() => <Timeline entries={entries.slice(0, newest)} />}</QueryState>
    </Section>
  );
}

/** The history, newest first: the events of the case, and the facts reported about it. */
export function History({ one }: { one: Case }) {
  const { entries, query } = useHistory(one);
  const [shown, setShown] = useState(atATime);
  const rest = entries.length - shown;
  return (
    <Section
      title="History"
      count={entries.length}
      help={
        one.mode === 'test'
          ? 'Dates follow this case’s own clock. The time on the right says when an event was recorded.'
          : undefined
      }
    >
      <QueryState query={query}>
        {() => (
          <>
            <Timeline entries={entries.slice(0, shown)} isFull />
            {rest > 0 && <Hint className="print-only">Earlier entries that are not printed: {rest}</Hint>}
            {rest > 0 && (
              <div>
                <SmallButton onClick={() => setShown(shown + atATime)}>
                  Show {Math.min(rest, atATime)} earlier
                </SmallButton>
              </div>
            )}
          </>
        )}
      </QueryState>
    </Section>
  );
}

/** Returns the number of entries in the history, or undefined until it is loaded. */
export function useHistoryCount(one: Case): number | undefined {
  const events = useQuery(caseEventsQuery(one.mode, one.id));
  const facts = useQuery(caseFactsQuery(one.mode, one.id));
  // The creation of the draft is an entry too.
  return events.data && events.data.items.length + (facts.data?.items.length ?? 0) + 1;
}

function useHistory(one: Case) {
  const query = useQuery(caseEventsQuery(one.mode, one.id));
  const facts = useQuery(caseFactsQuery(one.mode, one.id));
  return { query, entries: historyOf(one, query.data?.items ?? [], facts.data?.items ?? []) };
}

/** Lists entries on one line each. With `isFull`, shows all details and the time of recording. */
function Timeline({ entries, isFull = false }: { entries: readonly Entry[]; isFull?: boolean }) {
  return (
    <ol className={classes['timeline']} data-full={isFull}>
      {entries.map((entry, index) => (
        <li key={entry.id} className={classes['event']}>
          {/* The day is shown once. The brief form leaves out the year, because the order makes it clear. */}
          {entry.day === entries[index - 1]?.day ? (
            <span />
          ) : (
            <time dateTime={entry.day}>{isFull ? formatDay(entry.day) : formatShortDay(entry.day, entry.day)}</time>
          )}
          <span className={classes['bead']} data-tone={index === 0 ? (entry.tone ?? 'now') : entry.tone} />
          <div className="breakable">
            <b>{entry.title}</b> <Sentences entry={entry} isFull={isFull} />
          </div>
          <div className={classes['who']}>
            <small>{entry.who}</small>
            {isFull && (
              <small>
                <time dateTime={entry.at}>{formatMoment(entry.at)}</time>
              </small>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}

function Sentences({ entry: { sentences }, isFull }: { entry: Entry; isFull: boolean }) {
  if (!isFull) {
    const brief = sentences.filter((sentence) => !sentence.startsWith('Source: '));
    return <span className={classes['more']}>{brief.join(' ')}</span>;
  }
  return sentences.map((sentence) => (
    <Text span key={sentence} inherit className={`${classes['more']} wrapped`}>
      {sentence}
    </Text>
  ));
}

/** An entry of the history, in words. */
interface Entry {
  id: string;
  title: string;
  who: string;
  /** When it was recorded, in real time. */
  at: string;
  /** The day on the case's clock. */
  day: string;
  sentences: string[];
  /** `bad` for a setback, `good` if the case ended well. */
  tone: 'bad' | 'good' | undefined;
}

const tones: Partial<Record<CaseEvent['action'], 'bad' | 'good'>> = {
  service_failed: 'bad',
  filing_rejected: 'bad',
  request_changes: 'bad',
  hold: 'bad',
  close_resolved: 'good',
  close: 'good',
};

/** Combines the events and the reported facts, newest first, ending with the creation of the draft. */
function historyOf(one: Case, events: readonly CaseEvent[], facts: readonly ReportedFact[]): Entry[] {
  const { parties } = one.data;
  const whoOf = (actor: CaseEvent['actorType']) =>
    one.mode === 'test' && actor === 'platform' ? 'Sandbox' : actorTypeNames[actor];
  const ofEvents = events.map((event): Entry => {
    return {
      id: event.id,
      title: shortEventName(event.action),
      who: whoOf(event.actorType),
      at: event.createdAt,
      day: eventDay(one, caseTime(event.detail) ?? event.createdAt),
      sentences: eventSentences(event, parties),
      tone: tones[event.action],
    };
  });
  const ofFacts = facts.map((fact): Entry => ({
    id: fact.id,
    title: shortEventName(fact.kind),
    who: whoOf(fact.reportedBy),
    at: fact.createdAt,
    day: fact.date,
    sentences: fact.detail === null ? [] : [fact.detail],
    tone: undefined,
  }));
  const created: Entry = {
    id: 'created',
    title: 'Draft created',
    who: '',
    at: one.createdAt,
    day: eventDay(one, one.createdAt),
    sentences: [],
    tone: undefined,
  };
  return [created, ...[...ofEvents, ...ofFacts].sort((a, b) => a.at.localeCompare(b.at))].toReversed();
}
