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
 * Shows the deadlines and hearings in the next 14 days, as a calendar and a list. Those of a test case can be later,
 * because it has its own clock.
 */
export function Fortnight({ dates, mode }: FortnightProps) {
  const today = dayOf(new Date());
  const days = Array.from({ length: 14 }, (_, at) => addDays(today, at));
  const dated = new Set(dates.map(({ date }) => date));
  const [shown, setShown] = useState(shownAtFirst);
  const next = dates.slice(0, shown);
  const agenda = [...dated].flatMap((day) => {
    const entries = next.filter(({ date }) => date === day);
    return entries.length > 0 ? [{ day, entries }] : [];
  });
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
      {dates.length === 0 && <p className={classes['none']}>No deadlines or hearings in the next 14 days.</p>}
      {mode === 'test' && dates.length > 0 && (
        <p className={classes['note']}>Each test case has its own clock, so some dates are later.</p>
      )}
      <ol className={classes['agenda']}>
        {agenda.map(({ day: date, entries }) => (
          <li key={date}>
            <time dateTime={date}>
              <b>{formatShortDay(date, date)}</b>
              {weekdayOf(date)}
            </time>
            <ul>
              {entries.map(({ caseId, name, address }) => (
                <li key={`${caseId} ${name}`}>
                  <Link to="/cases/$id" params={{ id: caseId }}>
                    {deadlineName(name)}
                  </Link>
                  <small>
                    <bdi>{address}</bdi>
                  </small>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
      {dates.length > shown && (
        <SmallButton style={{ alignSelf: 'start' }} onClick={() => setShown(dates.length)}>
          Show {dates.length - shown} more
        </SmallButton>
      )}
    </Section>
  );
}
