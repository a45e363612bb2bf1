import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { AttorneyCase } from '../../api/queries.ts';
import { clockDay, furtherReasons, placeOf } from '../../shared/case-facts.ts';
import { AttentionBadges, Parties } from '../../shared/case-parts.tsx';
import { counted, dayOf, daysBetween } from '../../shared/format.ts';
import { IconLink, PageTitle } from '../../shared/parts.tsx';
import { StatusMark } from '../../shared/status.tsx';
import { groundNames, stateNames } from '../../wording/names.ts';
import classes from './desk.module.css';

/** Shows which case this is, its state, and links to other cases. */
export function DeskBar({ one, keys }: { one: AttorneyCase; keys?: ReactNode }) {
  const more = [groundNames[one.ground], one.courtCaseNumber].filter(Boolean).join(' · ');
  const days = daysHere(one);
  const reasons = furtherReasons(one);
  return (
    <div className={classes['bar']}>
      <IconLink to="/attorney" aria-label="All cases" className="no-print">
        <IconArrowLeft size={18} aria-hidden />
      </IconLink>
      <div className={classes['title']}>
        <PageTitle size="h3">{placeOf(one)}</PageTitle>
        <p className="breakable">
          <Parties parties={one.data.parties} />
          <span className={classes['minor']}> · {more}</span>
        </p>
      </div>
      <div className={classes['status']}>
        <StatusMark state={one.state} />
        <span role="status">{stateNames[one.state]}</span>
        {reasons.length > 0 ? (
          <small>
            <AttentionBadges reasons={reasons} />
          </small>
        ) : (
          days !== null && <small>{days === 0 ? 'Since today' : `For ${counted(days, 'day')}`}</small>
        )}
      </div>
      {keys}
    </div>
  );
}

/** Returns how many days the case has been in its state, or null if its recorded events don't say. */
function daysHere(one: AttorneyCase): number | null {
  const since = one.events.findLast(({ toState }) => toState === one.state)?.createdAt;
  return since === undefined ? null : Math.max(0, daysBetween(dayOf(new Date(since)), clockDay(one)));
}
