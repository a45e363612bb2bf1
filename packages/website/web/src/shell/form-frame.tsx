import { useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { stepNames } from '../shared/life.ts';
import { AppLink } from '../shared/parts.tsx';
import { Brand } from './brand.tsx';
import classes from './form-frame.module.css';

const ways = {
  '/attorney/sign-in': 'Attorney sign-in',
  '/contact': 'Contact',
  '/request-access': 'Request live access',
} as const;

/** The frame of a page that consists of one form, next to the steps of a case. */
export function FormFrame({ children }: { children: ReactNode }) {
  const here = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <div className={classes['split']}>
      <div className={classes['form']}>
        <header>
          <Brand />
        </header>
        <main id="content" tabIndex={-1} className={classes['column']}>
          {children}
        </main>
        <nav className={classes['foot']} aria-label="More pages">
          {(Object.keys(ways) as (keyof typeof ways)[])
            .filter((to) => to !== here)
            .map((to) => (
              <AppLink key={to} to={to}>
                {ways[to]}
              </AppLink>
            ))}
        </nav>
      </div>
      <aside className={classes['panel']} aria-label="What this service does">
        <p>Every case, from notice to writ, with an attorney’s approval before anything is served or filed.</p>
        <ol className={classes['steps']}>
          {Object.values(stepNames).map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ol>
        <p>Not a law firm. This service gives no legal advice.</p>
      </aside>
    </div>
  );
}
