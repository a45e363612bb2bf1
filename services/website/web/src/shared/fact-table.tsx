import { Table } from '@mantine/core';
import type { FactRow } from './fact-rows.ts';

/** Facts to read, each with its name. */
export function FactTable({ rows }: { rows: readonly FactRow[] }) {
  return (
    <Table variant="vertical" withRowBorders={false} verticalSpacing={4} className="breakable" layout="fixed">
      <Table.Tbody>
        {rows.map(({ label, value }) => (
          <Table.Tr key={label}>
            <Table.Th w="35%" scope="row">
              {label}
            </Table.Th>
            <Table.Td style={{ whiteSpace: 'pre-wrap' }}>{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
