import { SimpleGrid, Text } from '@mantine/core';
import type { FactRow } from './fact-rows.ts';

/** Facts to read, each with its name. */
export function FactList({ rows }: { rows: readonly FactRow[] }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing="xs" className="breakable">
      {rows.map(({ label, value }) => (
        <div key={label}>
          <Text size="sm" c="dimmed">
            {label}
          </Text>
          <Text style={{ whiteSpace: 'pre-wrap' }}>{value}</Text>
        </div>
      ))}
    </SimpleGrid>
  );
}
