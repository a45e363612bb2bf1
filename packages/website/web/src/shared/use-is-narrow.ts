import { useMediaQuery } from '@mantine/hooks';

/** Returns whether the screen is at most this wide, by default as wide as a tablet. Correct from the first paint on. */
export function useIsNarrow(width = '63.99rem'): boolean {
  return useMediaQuery(`(max-width: ${width})`, undefined, { getInitialValueInEffect: false });
}
