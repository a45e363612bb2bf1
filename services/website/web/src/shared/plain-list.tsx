import { Stack, type StackProps } from '@mantine/core';

interface PlainListProps extends StackProps {
  component?: 'ul' | 'ol';
  'aria-label'?: string;
  children: React.ReactNode;
}

/** A list without bullets. */
export function PlainList({ component = 'ul', ...props }: PlainListProps) {
  return <Stack component={component} gap="xs" m={0} pl={0} style={{ listStyle: 'none' }} {...props} />;
}
