import { Link } from '@tanstack/react-router';
import type { Case, Overview } from '../../api/queries.ts';
import { placeOf } from '../../shared/case-facts.ts';
import { Ago, AppLink, Section } from '../../shared/parts.tsx';
import { StatusMark } from '../../shared/status.tsx';
import { stateNames } from '../../wording/names.ts';
import { nextStepOf } from '../../wording/next-steps.ts';
import classes from './home.module.css';

interface RecentChangesProps {
  cases: readonly Case[];
  /** The cases that wait for the customer. They are left out here, because the page already lists them above. */
  waiting: Overview['needsYou'];
}

/** Lists the other cases that changed most recently, with their state and next step. */
export function RecentChanges({ cases, waiting }: RecentChangesProps) {
  const others = cases.filter(({ id }) => waiting.items.every(({ caseId }) => caseId !== id));
  if (others.length === 0 && cases.length > 0) return null;
  return (
    <Section
      title="Recent changes"
      beside={
        cases.length > 0 && (
          <AppLink to="/cases" className={classes['all'] ?? ''}>
            All cases
          </AppLink>
        )
      }
    >
      {cases.length === 0 ? (
        <p className={classes['none']}>There are no cases yet. Once you create one, its changes are listed here.</p>
      ) : (
        <ul className={classes['changes']}>
          {others.map((one) => {
            const { title } = nextStepOf(one);
            const next =
              title === '' || one.state === 'on_hold'
                ? title
                : `Next: ${title.charAt(0).toLowerCase()}${title.slice(1)}`;
            return (
              <li key={one.id}>
                <span className={classes['mark']}>
                  <StatusMark state={one.state} />
                </span>
                <div>
                  <Link to="/cases/$id" params={{ id: one.id }}>
                    <bdi>{[placeOf(one), one.reference].filter(Boolean).join(' · ')}</bdi>
                  </Link>{' '}
                  {one.unread && <span className={classes['new']}>New</span>}
                  <small>{stateNames[one.state]}</small>
                </div>
                <span className={classes['more']}>{next}</span>
                <Ago moment={one.updatedAt} />
              </li>
            );
          })}
        </ul>
      )}
    </Section>
  );
}
