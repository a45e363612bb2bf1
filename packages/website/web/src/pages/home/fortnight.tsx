import { deadlineName } from '@evict/calendar/deadline-name';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Mode } from '../../api/mode.ts';
import type { Overview } from '../../api/queries.ts';
import { addDays, dayOf, formatShortDay, weekdayOf } from '../../shared/format.ts';
import { AppLink, Section, SmallButton } from '../../shared/parts.tsx';
import classes from './home.module.css';

interface FortnightProps {
  dates: Overview['upcoming'];
  mode: Mode;
}

const shownAtFirst = 8;

/**
 * Shows the deadlines and hearings in the next 14 days, as a calendar and a list. A test case has its own clock, so its
 * next 14 days can be later. Those dates have a list of their own.
 */
export function Fortnight({ dates, mode }: FortnightProps) {
  const today = dayOf(new Date());
  const days = Array.from({ length: 14 }, (_, at) => addDays(today, at));
  const dated = new Set(dates.map(({ date }) => date));
  const end = addDays(today, 14);
  const soon = dates.filter(({ date }) => date < end);
  const later = mode === 'test' ? dates.filter(({ date }) => date >= end) : [];
  const [shown, setShown] = useState(shownAtFirst);
  const hidden = soon.length + later.length - shown;
  return (
    <Section
      title="Next 14 days"
      beside={
        <AppLink to="/account" className={classes['all'] ?? ''}>
          Add to calendar
        </AppLink>
      }
    >
      <div className={classes['fortnight']} aria-hidden>
        {days.slice(0, 7).map((day) => (
          <span key={day}>{weekdayOf(day)}</span>
        ))}
        {days.map((day) => (
          <time key={day} data-today={day === today} data-dated={dated.has(day)}>
            {day.endsWith('-01') && day !== today ? formatShortDay(day, day) : Number(day.slice(8))}
          </time>
        ))}
      </div>
      {soon.length === 0 && <p className={classes['none']}>No deadlines or hearings in the next 14 days.</p>}
      <Agenda dates={soon.slice(0, shown)} />
      {later.length > 0 && shown > soon.length && (
        <>
          <h3 className={classes['group']}>Later dates (each test case has its own clock)</h3>
          <Agenda dates={later.slice(0, shown - soon.length)} />
        </>
      )}
      {hidden > 0 && (
        <SmallButton style={{ alignSelf: 'start' }} onClick={() => setShown(dates.length)}>
          Show {hidden} more
        </SmallButton>
      )}
    </Section>
  );
}

/** Lists dates, grouped by day. */
function Agenda({ dates }: Pick<FortnightProps, 'dates'>) {
  if (dates.length === 0) return null;
  const days = [...new Set(dates.map(({ date }) => date))];
  return (
    <ol className={classes['agenda']}>
      {days.map((day) => (
        <li key={day}>
          <time dateTime={day}>
            <b>{formatShortDay(day, day)}</b>
            {weekdayOf(day)}
          </time>
          <ul>
            {dates
              .filter(({ date }) => date === day)
              .map(({ caseId, name, address }) => (
                <li key={`${caseId} ${name}`}>
                  <Link to="/cases/$id" params={{ id: caseId }}>
                    <bdi>{address}</bdi>
                  </Link>
                  <small>{deadlineName(name)}</small>
                </li>
              ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}
