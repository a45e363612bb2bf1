import { Badge } from '@mantine/core';

/** Readable on the page in light and in dark: Mantine's shades of green and orange have a contrast below 4.5:1. */
const tones = {
  good: 'light-dark(#1e6b30, #8ce99a)',
  warning: 'light-dark(#8f3600, #ffc078)',
  bad: 'light-dark(#b02525, #ffa8a8)',
  neutral: 'var(--mantine-color-dimmed)',
} as const;

/** A word with a meaning that its color repeats. */
export function ToneBadge({ tone, children }: { tone: keyof typeof tones; children: string }) {
  return (
    <Badge variant="default" tt="none" h="auto" c={tones[tone]} styles={{ label: { whiteSpace: 'normal' } }}>
      {children}
    </Badge>
  );
}
