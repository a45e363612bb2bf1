import { UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useRouterState } from '@tanstack/react-router';
import { type Mode, switchMode, useMode } from '../api/mode.ts';
import { meQuery } from '../api/queries.ts';
import { modeNames } from '../wording/names.ts';
import classes from './app-frame.module.css';

/**
 * Returns a function that switches the mode of this browser tab. A case belongs to one mode, so on the page of a case
 * the function also opens the list of cases.
 */
export function useSwitchMode(): (to: Mode) => void {
  const navigate = useNavigate();
  const isOfCase = useRouterState({ select: ({ location }) => location.pathname.startsWith('/cases/') });
  return (to) => {
    switchMode(to);
    if (isOfCase) void navigate({ to: '/cases' });
  };
}

/**
 * The mode switch of this browser tab. For an organization without live mode, it leads to the request for live mode.
 */
export function ModeSwitch({ isNarrow }: { isNarrow: boolean }) {
  const mode = useMode();
  const change = useSwitchMode();
  const { data: me } = useQuery(meQuery);
  if (!me) return null;
  const shown = (
    <span className={classes['mode']} data-mode={mode} aria-current>
      {modeNames[mode]}
    </span>
  );
  if (isNarrow) return shown;
  const other =
    mode === 'live' || me.modes.live ? (
      <UnstyledButton className={classes['mode']} onClick={() => change(mode === 'test' ? 'live' : 'test')}>
        {modeNames[mode === 'test' ? 'live' : 'test']}
      </UnstyledButton>
    ) : (
      <Link to="/request-access" className={classes['mode']}>
        Go live
      </Link>
    );
  return (
    <div className={classes['modes']} role="group" aria-label="Mode">
      {mode === 'test' ? [shown, other] : [other, shown]}
    </div>
  );
}
