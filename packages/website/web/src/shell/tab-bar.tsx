import { Menu, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useRouterState } from '@tanstack/react-router';
import { IconMenu2, IconRefresh } from '@tabler/icons-react';
import type { Holder } from '../api/holder.ts';
import { useMode } from '../api/mode.ts';
import { meQuery } from '../api/queries.ts';
import { currentLink } from '../shared/current-link.ts';
import classes from './app-frame.module.css';
import { useSwitchMode } from './mode-switch.tsx';
import { PersonItems } from './person-menu.tsx';
import { docs, placeOfPath, places } from './places.ts';

/** The navigation on a phone: the main pages at the bottom of the screen, and the others in a menu. */
export function TabBar({ holder }: { holder: Holder }) {
  const here = useRouterState({ select: ({ location }) => placeOfPath(holder, location.pathname) });
  const navigate = useNavigate();
  const isOnMain = places[holder].some(({ to, isMain }) => isMain && to === here);
  return (
    <nav className={`${classes['tabbar']} no-print`} aria-label="Main">
      {places[holder]
        .filter(({ isMain }) => isMain)
        .map(({ to, name, Icon }) => (
          <Link key={to} to={to} className={classes['tab']} {...currentLink(here === to)}>
            <Icon aria-hidden />
            {name}
          </Link>
        ))}
      <Menu position="top-end" width={216} withinPortal={false}>
        <Menu.Target>
          <UnstyledButton className={classes['tab']} {...(!isOnMain && { 'data-here': true })}>
            <IconMenu2 aria-hidden />
            More
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          {places[holder]
            .filter(({ isMain }) => !isMain)
            .map(({ to, name, Icon }) => (
              <Menu.Item
                key={to}
                leftSection={<Icon size={16} aria-hidden />}
                onClick={() => void navigate({ to })}
                {...(here === to && { 'aria-current': 'page' })}
              >
                {name}
              </Menu.Item>
            ))}
          <Menu.Item component="a" href={docs.href} leftSection={<docs.Icon size={16} aria-hidden />}>
            {docs.name}
          </Menu.Item>
          {holder === 'customer' && <OtherMode />}
          <PersonItems holder={holder} />
        </Menu.Dropdown>
      </Menu>
    </nav>
  );
}

function OtherMode() {
  const mode = useMode();
  const change = useSwitchMode();
  const { data: me } = useQuery(meQuery);
  if (!me?.modes.live) return null;
  const other = mode === 'test' ? 'live' : 'test';
  return (
    <Menu.Item leftSection={<IconRefresh size={16} aria-hidden />} onClick={() => change(other)}>
      Switch to {other} mode
    </Menu.Item>
  );
}
