import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';

/** Light or dark, and the way to the other. */
export function useScheme() {
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  return {
    isDark,
    verb: isDark ? 'Use light theme' : 'Use dark theme',
    toggle: () => setColorScheme(isDark ? 'light' : 'dark'),
  };
}
