import { useMatches } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Holder } from '../api/holder.ts';
import { useMode } from '../api/mode.ts';
import { useIsNarrow } from '../shared/use-is-narrow.ts';
import classes from './app-frame.module.css';
import { Shortcuts } from './shortcuts.tsx';
import { Sidebar } from './sidebar.tsx';
import { TabBar } from './tab-bar.tsx';

/** The frame of the pages for signed-in users: the sidebar, or on a phone the bar at the bottom. */
export function AppFrame({ holder, children }: { holder: Holder; children: ReactNode }) {
  const mode = useMode();
  const isFocused = useMatches({ select: (matches) => matches.some(({ staticData }) => staticData.isFocused) });
  const isTablet = useIsNarrow();
  const isNarrow = isFocused || isTablet;
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
    /** Whether the page needs the full width, so that the sidebar is narrow. */
    isFocused?: boolean;
    /** Whether the page consists of a single decision. It then has its own frame, without the sidebar. */
    isAlone?: boolean;
  }
}
