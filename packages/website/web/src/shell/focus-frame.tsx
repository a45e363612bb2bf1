import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { meQuery } from '../api/queries.ts';
import { ModeBadge } from '../shared/page.tsx';
import { Brand } from './brand.tsx';
import classes from './focus-frame.module.css';

/** A page with one decision on it: nothing around it leads away but the name of the website. */
export function FocusFrame({ children }: { children: ReactNode }) {
  // Not read for this: a visitor has none.
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
