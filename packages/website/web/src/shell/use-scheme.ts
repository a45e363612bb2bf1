import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';

/** Returns whether the page is light or dark, and a function that switches it. */
export function useScheme() {
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  return {
    isDark,
    verb: isDark ? 'Use light theme' : 'Use dark theme',
    toggle: () => setColorScheme(isDark ? 'light' : 'dark'),
  };
}
