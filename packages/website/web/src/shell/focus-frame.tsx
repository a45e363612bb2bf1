import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { meQuery } from '../api/queries.ts';
import { ModeBadge } from '../shared/page.tsx';
import { Hint } from '../shared/parts.tsx';
import { Brand } from './brand.tsx';
import classes from './focus-frame.module.css';

/** The frame of a page with a single decision. The only link in its bar is the name of the website. */
export function FocusFrame({ children }: { children: ReactNode }) {
  // Uses the user's data only if it is cached, and never fetches it, because a visitor has none.
  const { data: me } = useQuery({ ...meQuery, enabled: false });
  return (
    <div className={classes['frame']}>
      <header className={classes['bar']}>
        <Brand />
        {me && (
          <>
            <ModeBadge />
            <p>
              Signed in as <b>{me.user.name ?? me.user.email}</b>, {me.organization.name}
            </p>
          </>
        )}
      </header>
      <main id="content" tabIndex={-1} className={classes['column']}>
        {children}
      </main>
    </div>
  );
}

/** The buttons that answer the question, at the end of the page. They stay visible while the user scrolls. */
export function AnswerBar({ hint, children }: { hint?: ReactNode; children: ReactNode }) {
  return (
    <div className={classes['answers']}>
      {hint !== undefined && <Hint size="xs">{hint}</Hint>}
      {children}
    </div>
  );
}
