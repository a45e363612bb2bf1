import { SegmentedControl } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { switchMode, useMode } from '../api/mode.ts';
import { modeNames } from '../wording/common.ts';
import { shellWords } from '../wording/shell.ts';

/** The mode of this tab. What is open belongs to one mode, so switching leads to the list. */
export function ModeSwitch() {
  const mode = useMode();
  const navigate = useNavigate();
  return (
    <SegmentedControl
      size="xs"
      aria-label={shellWords.mode}
      data={(['test', 'live'] as const).map((value) => ({ value, label: modeNames[value] }))}
      value={mode}
      onChange={(value) => {
        switchMode(value);
        void navigate({ to: '/cases' });
      }}
    />
  );
}
