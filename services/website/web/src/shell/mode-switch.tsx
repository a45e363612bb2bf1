import { SegmentedControl } from '@mantine/core';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { switchMode, useMode } from '../api/mode.ts';
import { modeNames } from '../wording/common.ts';
import { shellWords } from '../wording/shell.ts';

/** The mode of this tab. A case belongs to one mode, so switching leads from it to the list. */
export function ModeSwitch() {
  const mode = useMode();
  const navigate = useNavigate();
  const isOfCase = useRouterState({ select: ({ location }) => location.pathname.startsWith('/cases/') });
  return (
    <SegmentedControl
      size="xs"
      aria-label={shellWords.mode}
      data={(['test', 'live'] as const).map((value) => ({ value, label: modeNames[value] }))}
      value={mode}
      onChange={(value) => {
        switchMode(value);
        if (isOfCase) void navigate({ to: '/cases' });
      }}
    />
  );
}
