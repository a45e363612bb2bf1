import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './data-table.module.css';

interface Column<T> {
  /** Its heading; null for what can be done with the row. */
  name: string | null;
  cell: (row: T) => ReactNode;
  /** `main` says what the row is: on a phone it is its first line. Of `minor` and `number` less is made. */
  kind?: 'main' | 'minor' | 'number';
}

interface DataTableProps<T extends { id: string }> {
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  /** The id of the row whose details are beside the table. */
  chosen?: string | undefined;
  onChoose?: (row: T) => void;
  /** On a phone the values are in one line, and say what they are without their names. */
  isCompact?: boolean;
}

/** Rows under each other with a hairline; on a phone each is a block of named values. */
export function DataTable<T extends { id: string }>({
  label,
  columns,
  rows,
  chosen,
  onChoose,
  isCompact = false,
}: DataTableProps<T>) {
  return (
    <Table aria-label={label} className={classes['table']} data-compact={isCompact}>
      <Table.Thead>
        <Table.Tr>
          {columns.map(({ name, kind }, at) =>
            name === null ? (
              <Table.Td key={at} />
            ) : (
              <Table.Th key={name} data-kind={kind}>
                {name}
              </Table.Th>
            ),
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr
            key={row.id}
            {...(onChoose && {
              'data-chosen': row.id === chosen,
              // The first cell has a button, which the keyboard reaches.
              onClick: () => onChoose(row),
            })}
          >
            {columns.map(({ name, cell, kind }, at) => (
              <Table.Td key={name ?? at} data-kind={kind ?? (name === null ? 'action' : undefined)} data-name={name}>
                {cell(row)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
