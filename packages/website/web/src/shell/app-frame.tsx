import { useMediaQuery } from '@mantine/hooks';
import { useMatches } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Holder } from '../api/holder.ts';
import { useMode } from '../api/mode.ts';
import classes from './app-frame.module.css';
import { Shortcuts } from './shortcuts.tsx';
import { Sidebar } from './sidebar.tsx';
import { TabBar } from './tab-bar.tsx';

/** What the pages of somebody who is signed in have around them: the sidebar, or on a phone the bar at the bottom. */
export function AppFrame({ holder, children }: { holder: Holder; children: ReactNode }) {
  const mode = useMode();
  const isFocused = useMatches({ select: (matches) => matches.some(({ staticData }) => staticData.isFocused) });
  const isTablet = useMediaQuery('(max-width: 63.99rem)', undefined, { getInitialValueInEffect: false });
  const isNarrow = isFocused || (isTablet ?? false);
  return (
    <>
      {holder === 'customer' && mode === 'test' && <div className={classes['testFrame']} aria-hidden />}
      <div className={classes['frame']} data-narrow={isNarrow}>
        <Sidebar holder={holder} isNarrow={isNarrow} />
        <div className={classes['main']}>{children}</div>
        <TabBar holder={holder} />
      </div>
      <Shortcuts holder={holder} />
    </>
  );
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The work of the page needs the width: the sidebar is a rail. */
    isFocused?: boolean;
    /** One decision fills the page: there is no sidebar, and the page has a frame of its own. */
    isAlone?: boolean;
  }
}
