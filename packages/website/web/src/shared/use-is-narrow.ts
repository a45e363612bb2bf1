import { useMediaQuery } from '@mantine/hooks';

/** Whether the screen is at most as wide as a tablet. Correct from the first paint on. */
export function useIsNarrow(): boolean {
  return useMediaQuery('(max-width: 63.99rem)', undefined, { getInitialValueInEffect: false });
}
