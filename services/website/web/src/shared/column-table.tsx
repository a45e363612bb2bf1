import { NativeSelect, Table } from '@mantine/core';
import type { Option } from './form.tsx';
import { nameOfColumn } from './ledger-columns.ts';

interface ColumnTableProps<K extends string> {
  /** Of the table, for screen readers. */
  name: string;
  /** The names of the columns; null where the file has none. */
  header: readonly string[] | null;
  rows: readonly (readonly string[])[];
  /** What each column is taken for, and what it can be. */
  columns: readonly K[];
  options: Option[];
  /** The choice that leaves a column out: its cells are dimmed. */
  unused: K;
  columnWidth: number;
  onColumn: (at: number, column: K) => void;
}

/** The first rows of a file under what each of its columns is taken for. */
export function ColumnTable<K extends string>(props: ColumnTableProps<K>) {
  const { name, header, rows, columns, options, unused, columnWidth, onColumn } = props;
  return (
    <Table.ScrollContainer minWidth={columns.length * columnWidth}>
      <Table className="breakable" aria-label={name}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column, at) => (
              // A column has no identity but its place.
              <Table.Th key={at}>
                <NativeSelect
                  size="xs"
                  label={nameOfColumn(header, at)}
                  data={options}
                  value={column}
                  onChange={({ currentTarget }) => onColumn(at, currentTarget.value as K)}
                />
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, line) => (
            <Table.Tr key={line}>
              {columns.map((column, at) => (
                <Table.Td key={at} {...(column === unused && { c: 'dimmed' })}>
                  {row[at]}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
