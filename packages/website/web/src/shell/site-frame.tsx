import { IconChevronDown } from '@tabler/icons-react';
import type { MouseEvent, ReactNode } from 'react';
import { AppLink, ButtonLink } from '../shared/parts.tsx';
import { Brand } from './brand.tsx';
import classes from './site-frame.module.css';

/** The frame of the pages for visitors. */
export function SiteFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <header className={classes['bar']}>
        <Brand />
        <Links />
        <div className={classes['actions']}>
          <AppLink to="/sign-in" c="inherit" underline="hover">
            Sign in
          </AppLink>
          <ButtonLink to="/sign-up">Create account</ButtonLink>
        </div>
        <Menu />
      </header>
      <main id="content" tabIndex={-1} className={classes['main']}>
        {children}
      </main>
      <SiteFoot />
    </>
  );
}

function Links() {
  return (
    <nav className={classes['links']} aria-label="Website">
      <AppLink to="/" hash="how">
        How it works
      </AppLink>
      <AppLink to="/" hash="developers">
        Developers
      </AppLink>
      <AppLink to="/attorneys/apply">For attorneys</AppLink>
      <a href="/docs/guides">Docs</a>
    </nav>
  );
}

/** Closes the menu once a link in it is clicked, because a link within the page doesn't load another one. */
function closeOnLink({ currentTarget, target }: MouseEvent<HTMLDetailsElement>) {
  if (target instanceof Element && target.closest('a')) currentTarget.open = false;
}

/** The links on a narrow screen. */
function Menu() {
  return (
    <details className={classes['menu']} onClick={closeOnLink}>
      <summary>
        Menu
        <IconChevronDown size={16} aria-hidden />
      </summary>
      <Links />
    </details>
  );
}

function SiteFoot() {
  return (
    <footer className={classes['foot']}>
      <p>
        <b>Are you a tenant who received a notice?</b> Free or low-cost legal help may be available. Call 211 or ask the
        court clerk.
      </p>
      <nav aria-label="More pages">
        <AppLink to="/contact">Contact</AppLink>
        <AppLink to="/request-access">Request live access</AppLink>
        <AppLink to="/attorneys/apply">For attorneys</AppLink>
        <AppLink to="/attorney/sign-in">Attorney sign-in</AppLink>
        <a href="/states">State facts</a>
        <a href="/docs/guides/security">Security</a>
      </nav>
      <p>Not a law firm. This service gives no legal advice.</p>
    </footer>
  );
}
