import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { type Mode, switchMode, useMode } from '../api/mode.ts';
import { meQuery } from '../api/queries.ts';
import { AppLink } from '../shared/parts.tsx';
import { modeNames } from '../wording/names.ts';
import classes from './app-frame.module.css';

/**
 * Returns a function that switches this tab's mode. A case belongs to one mode, so on a case's page it also opens the
 * list.
 */
export function useSwitchMode(): (to: Mode) => void {
  const navigate = useNavigate();
  const isOfCase = useRouterState({ select: ({ location }) => location.pathname.startsWith('/cases/') });
  return (to) => {
    switchMode(to);
    if (isOfCase) void navigate({ to: '/cases' });
  };
}

/** The mode switch of this tab. For an organization without live mode, it leads to the request for live mode. */
export function ModeSwitch({ isNarrow }: { isNarrow: boolean }) {
  const mode = useMode();
  const change = useSwitchMode();
  const { data: me } = useQuery(meQuery);
  if (!me) return null;
  if (isNarrow || !me.modes.live) {
    return (
      <p className={classes['modeNote']}>
        <span className={classes['dot']} data-mode={mode} />
        {modeNames[mode]}
        {!isNarrow && (
          <>
            {' mode · '}
            <AppLink to="/request-access" inherit c="inherit">
              Go live
            </AppLink>
          </>
        )}
      </p>
    );
  }
  return (
    <SegmentedControl
      size="xs"
      aria-label="Mode"
      data={(['test', 'live'] as const).map((value) => ({
        value,
        label: (
          <span>
            {value === mode && <span className={classes['dot']} data-mode={value} />}
            {modeNames[value]}
          </span>
        ),
      }))}
      value={mode}
      onChange={(value) => change(value)}
    />
  );
}
