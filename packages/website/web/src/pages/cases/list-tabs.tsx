import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Mode } from '../../api/mode.ts';
import { overviewQuery } from '../../api/queries.ts';
import { currentLink } from '../../shared/current-link.ts';
import tabClasses from '../../shared/tabs.module.css';
import { type CasesSearch, type Tab, tabNames, tabOf } from './filter.ts';
import classes from './list.module.css';
import type { Views } from './use-views.ts';

interface ListTabsProps {
  mode: Mode;
  search: CasesSearch;
  views: Views;
  /** The name of the view that is shown, if any. */
  view: string | undefined;
}

/** The tabs of the list, and the user's saved views. */
export function ListTabs({ mode, search, views, view }: ListTabsProps) {
  const { data: overview } = useQuery(overviewQuery(mode));
  const tab = view === undefined ? tabOf(search) : null;
  const waiting = overview?.needsYou.total ?? 0;
  return (
    <nav className={`${tabClasses['tabs']} ${classes['tabs']} no-print`} aria-label="Views">
      {tabs.map((name) => (
        <TabLink key={name} to={searchOf(name)} isCurrent={tab === name}>
          {tabNames[name]}
          {name === 'needs_you' && waiting > 0 && (
            <span className={tabClasses['count']}>{waiting >= 1000 ? '1,000+' : waiting}</span>
          )}
        </TabLink>
      ))}
      {Object.entries(views).map(([name, one]) => (
        <TabLink key={name} to={one} isCurrent={name === view}>
          {name}
        </TabLink>
      ))}
    </nav>
  );
}

const tabs = Object.keys(tabNames) as Tab[];

function searchOf(tab: Tab): CasesSearch {
  return tab === 'open' ? {} : { state: tab };
}

function TabLink({ to, isCurrent, children }: { to: CasesSearch; isCurrent: boolean; children: React.ReactNode }) {
  return (
    <Link to="/cases" search={to} className={tabClasses['tab'] ?? ''} {...currentLink(isCurrent)}>
      {children}
    </Link>
  );
}
