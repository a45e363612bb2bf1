import { Text, type TextProps } from '@mantine/core';

/** A text of less weight. */
export function Hint(props: TextProps & { children: React.ReactNode }) {
  return <Text size="sm" c="dimmed" {...props} />;
}
