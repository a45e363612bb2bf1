import { Link, useRouterState } from '@tanstack/react-router';
import { IconArrowLeft, IconChevronRight, IconFlask } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import { holderOfPage } from '../api/holder.ts';
import { type Mode, useMode } from '../api/mode.ts';
import { modeNames } from '../wording/names.ts';
import classes from './page.module.css';
import { PageTitle } from './parts.tsx';

/** A page above this one in the hierarchy. */
interface Crumb {
  to: string;
  search?: object;
  name: string;
}

interface PageProps {
  /** The heading in the bar. With `above`, it is the last breadcrumb, and the page has its own `PageTitle`. */
  title: string;
  /** The pages above this one, from the top. */
  above?: readonly [Crumb, ...Crumb[]];
  /** Buttons at the end of the bar, at most one of them primary. */
  actions?: ReactNode;
  /** `full` is for lists, `settings` for settings, and `read` for a column of text or fields. */
  width?: 'page' | 'full' | 'settings' | 'read';
  children: ReactNode;
}

/** A page for a signed-in user: a bar at the top, and the content. */
export function Page({ title, above, actions, width = 'page', children }: PageProps) {
  return (
    <main id="content" tabIndex={-1} className={classes['main']}>
      <div className={`${classes['topbar']} no-print`}>
        {above ? <Crumbs above={above} title={title} /> : <PageTitle size="h3">{title}</PageTitle>}
        <div className={classes['actions']}>
          <span className={classes['onPhone']}>
            <ModeBadge />
          </span>
          {actions}
        </div>
      </div>
      <div className={classes['page']} data-width={width}>
        <PrintedHead title={above ? null : title} />
        {children}
      </div>
    </main>
  );
}

/** A heading shown only in print, where the top bar is hidden. */
function PrintedHead({ title }: { title: string | null }) {
  const isTest = useModeOfPage() === 'test';
  if (title === null && !isTest) return null;
  return (
    <p className={`${classes['printed']} print-only`} aria-hidden>
      {title !== null && <b>{title}</b>}
      {isTest && <span>Test mode: nothing is served or filed.</span>}
    </p>
  );
}

function Crumbs({ above, title }: { above: readonly [Crumb, ...Crumb[]]; title: string }) {
  const up = above.at(-1) ?? above[0];
  return (
    <>
      <nav className={classes['crumbs']} aria-label="Breadcrumb">
        {above.map(({ to, search, name }) => (
          <Fragment key={to}>
            <CrumbLink to={to} search={search}>
              {name}
            </CrumbLink>
            <IconChevronRight size={14} aria-hidden />
          </Fragment>
        ))}
        <span aria-current="page">{title}</span>
      </nav>
      <CrumbLink to={up.to} search={up.search} className={classes['back']} aria-label={`Back: ${up.name}`}>
        <IconArrowLeft size={18} aria-hidden />
        {up.name}
      </CrumbLink>
    </>
  );
}

/** An untyped link, because only the calling page knows where it leads. */
const CrumbLink = Link as (props: {
  to: string;
  search?: object | undefined;
  className?: string | undefined;
  'aria-label'?: string;
  children: ReactNode;
}) => ReactNode;

/**
 * Shows the mode, and in test mode that nothing is served or filed. Pages with a sidebar show this only on a phone,
 * where the sidebar is hidden.
 */
export function ModeBadge() {
  const mode = useModeOfPage();
  if (mode === null) return null;
  return (
    <span className={classes['modeBadge']} data-mode={mode} role="note" aria-label="Mode">
      {mode === 'live' ? (
        modeNames.live
      ) : (
        <>
          <IconFlask size={16} aria-hidden />
          <span>
            Test mode<span className={classes['more']}>: nothing is served or filed</span>
          </span>
        </>
      )}
    </span>
  );
}

/** Returns the mode of a customer's page, or null on any other page. */
function useModeOfPage(): Mode | null {
  const isCustomer = useRouterState({ select: ({ location }) => holderOfPage(location.pathname) === 'customer' });
  const mode = useMode();
  return isCustomer ? mode : null;
}

/** Shows the main content, and further information on its right, or below it on a narrow screen. */
export function Columns({ children, aside, label }: { children: ReactNode; aside: ReactNode; label: string }) {
  return (
    <div className={classes['columns']}>
      <div className={classes['column']}>{children}</div>
      <aside className={classes['column']} aria-label={label}>
        {aside}
      </aside>
    </div>
  );
}
