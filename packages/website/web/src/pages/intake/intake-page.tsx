import { Skeleton } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Case } from '../../api/queries.ts';
import { dayOf, formatMoment, plainName } from '../../shared/format.ts';
import { Page } from '../../shared/page.tsx';
import { ButtonLink } from '../../shared/parts.tsx';
import classes from './intake.module.css';

interface IntakePageProps {
  /** Null until the case is created. */
  one: Case | null;
  /** Whether anything was typed since the last save. */
  isDirty: boolean;
  children: ReactNode;
}

/**
 * The frame of the intake. Its bar shows where the user is and whether the draft is saved, and has a button that closes
 * the intake.
 */
export function IntakePage({ one, isDirty, children }: IntakePageProps) {
  const list = { to: '/cases', name: 'Cases' };
  if (one === null) {
    return (
      <Page
        title="New case"
        above={[list]}
        width="full"
        actions={
          <ButtonLink to="/cases" variant="default" size="xs" className={classes['wide'] ?? ''}>
            Close
          </ButtonLink>
        }
      >
        {children}
      </Page>
    );
  }
  const { line1 } = one.data.property;
  return (
    <Page
      title="Edit"
      above={[list, { to: `/cases/${one.id}`, name: plainName(line1) }]}
      width="full"
      actions={
        <>
          <span className={classes['saved']}>
            {isDirty ? (
              'Not saved yet'
            ) : (
              <>
                <IconCheck size={14} aria-hidden />
                <span>
                  Saved<span className={classes['wide']}> {savedAt(one.updatedAt)}</span>
                </span>
              </>
            )}
          </span>
          <ButtonLink
            to="/cases/$id"
            params={{ id: one.id }}
            variant="default"
            size="xs"
            className={classes['wide'] ?? ''}
          >
            Close
          </ButtonLink>
        </>
      }
    >
      {children}
    </Page>
  );
}

/** Says when the draft was saved: `at 5:22 PM` for today, otherwise `on Nov 28, 2026`. */
function savedAt(moment: string): string {
  const text = formatMoment(moment);
  const time = text.lastIndexOf(', ');
  return dayOf(new Date(moment)) === dayOf(new Date()) ? `at ${text.slice(time + 2)}` : `on ${text.slice(0, time)}`;
}

/** A placeholder for the form while its draft loads. */
export function IntakeSkeleton() {
  return (
    <Page title="Edit" above={[{ to: '/cases', name: 'Cases' }]} width="full">
      <div className={classes['intake']} role="progressbar" aria-label="Loading">
        <div className={classes['steps']}>
          {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
            <Skeleton key={key} h={20} my={8} />
          ))}
        </div>
        <div>
          <Skeleton h={30} w="40%" />
          <Skeleton h={20} mt={8} w="80%" />
          <Skeleton h={320} mt={24} />
        </div>
        <div className={classes['checks']}>
          <Skeleton h={180} />
        </div>
      </div>
    </Page>
  );
}
