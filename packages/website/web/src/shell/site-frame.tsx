import type { ReactNode } from 'react';
import { AppLink, ButtonLink } from '../shared/parts.tsx';
import { Brand } from './brand.tsx';
import classes from './site-frame.module.css';

/** What the pages for visitors have around them. */
export function SiteFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <header className={classes['bar']}>
        <Brand />
        <nav className={classes['links']} aria-label="Website">
          <a href="/docs">Docs</a>
          <AppLink to="/attorneys/apply">For attorneys</AppLink>
        </nav>
        <div className={classes['actions']}>
          <AppLink to="/sign-in" c="inherit" underline="hover">
            Sign in
          </AppLink>
          <ButtonLink to="/sign-up">Create account</ButtonLink>
        </div>
      </header>
      <main id="content" tabIndex={-1} className={classes['main']}>
        {children}
      </main>
      <SiteFoot />
    </>
  );
}

export function SiteFoot() {
  return (
    <footer className={classes['foot']}>
      <p>
        This is not a law firm and gives no legal advice. A licensed attorney reviews a live case before anything is
        served or filed.
      </p>
      <nav aria-label="More pages">
        <AppLink to="/contact">Contact</AppLink>
        <AppLink to="/request-access">Request live access</AppLink>
        <AppLink to="/attorneys/apply">For attorneys</AppLink>
        <AppLink to="/attorney/sign-in">Attorney sign-in</AppLink>
      </nav>
    </footer>
  );
}
