import { Button, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { shellWords } from '../wording/shell.ts';

export function SchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  return (
    <Button size="xs" variant="subtle" onClick={() => setColorScheme(isDark ? 'light' : 'dark')}>
      {isDark ? shellWords.light : shellWords.dark}
    </Button>
  );
}
