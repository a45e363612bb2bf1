import { ActionIcon } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { IconMoon, IconSun } from '@tabler/icons-react';
import type { Holder } from '../api/holder.ts';
import { useMode } from '../api/mode.ts';
import { overviewQuery } from '../api/queries.ts';
import { currentLink } from '../shared/current-link.ts';
import classes from './app-frame.module.css';
import { Brand } from './brand.tsx';
import { ModeSwitch } from './mode-switch.tsx';
import { PersonMenu } from './person-menu.tsx';
import { docs, placeOfPath, places } from './places.ts';
import { useScheme } from './use-scheme.ts';

/** The sidebar: the user's pages, the current mode, and the user's menu. */
export function Sidebar({ holder, isNarrow }: { holder: Holder; isNarrow: boolean }) {
  return (
    <header className={`${classes['sidebar']} no-print`} data-narrow={isNarrow}>
      <div className={classes['top']}>
        <Brand />
        <SchemeButton />
      </div>
      {holder === 'customer' && <ModeSwitch isNarrow={isNarrow} />}
      <nav className={classes['nav']} aria-label="Main">
        {places[holder]
          .filter(({ isMain }) => isMain)
          .map((place) => (
            <PlaceLink key={place.to} holder={holder} {...place} />
          ))}
        {holder === 'customer' && (
          <p className={classes['group']} aria-hidden>
            Set up
          </p>
        )}
        {places[holder]
          .filter(({ isMain }) => !isMain)
          .map((place) => (
            <PlaceLink key={place.to} holder={holder} {...place} />
          ))}
        <a className={classes['item']} href={docs.href}>
          <docs.Icon size={16} stroke={1.75} aria-hidden />
          {docs.name}
        </a>
      </nav>
      <div className={classes['foot']}>
        <PersonMenu holder={holder} />
      </div>
    </header>
  );
}

type Place = (typeof places)[Holder][number];

function PlaceLink({ holder, to, name, Icon }: Place & { holder: Holder }) {
  const isCurrent = useRouterState({ select: ({ location }) => placeOfPath(holder, location.pathname) === to });
  return (
    <Link to={to} className={classes['item']} {...currentLink(isCurrent)}>
      <Icon size={16} stroke={1.75} aria-hidden />
      {name}
      {to === '/cases' && <NeedsAttention />}
    </Link>
  );
}

/** Shows how many cases wait for the customer. */
function NeedsAttention() {
  const { data } = useQuery(overviewQuery(useMode()));
  const total = data?.needsYou.total ?? 0;
  if (total === 0) return null;
  return (
    <span className={classes['count']}>
      {total >= 1000 ? '1,000+' : total}
      <span className="sr"> need your attention</span>
    </span>
  );
}

function SchemeButton() {
  const { isDark, verb, toggle } = useScheme();
  const Icon = isDark ? IconSun : IconMoon;
  return (
    <ActionIcon variant="subtle" color="gray" c="var(--ink-2)" onClick={toggle} aria-label={verb}>
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );
}
