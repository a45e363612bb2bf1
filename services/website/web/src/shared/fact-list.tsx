import { SimpleGrid, Text } from '@mantine/core';
import type { FactRow } from './fact-rows.ts';
import { Hint } from './hint.tsx';

/** Facts to read, each with its name. */
export function FactList({ rows }: { rows: readonly FactRow[] }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing="xs" className="breakable">
      {rows.map(({ label, value }) => (
        <div key={label}>
          <Hint>{label}</Hint>
          <Text style={{ whiteSpace: 'pre-wrap' }}>{value}</Text>
        </div>
      ))}
    </SimpleGrid>
  );
}
