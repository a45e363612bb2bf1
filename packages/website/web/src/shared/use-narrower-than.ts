import { useMediaQuery } from '@mantine/hooks';

const widths = { sm: '48em', md: '62em', lg: '63.99em' } as const;

/** Whether the screen is narrower than a page needs to show everything. Correct from the first paint on. */
export function useNarrowerThan(width: keyof typeof widths): boolean {
  return useMediaQuery(`(max-width: ${widths[width]})`, undefined, { getInitialValueInEffect: false });
}
