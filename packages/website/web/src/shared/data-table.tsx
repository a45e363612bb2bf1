import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './data-table.module.css';

interface Column<T> {
  /** The column's heading. Null for the column with the row's actions. */
  name: string | null;
  cell: (row: T) => ReactNode;
  /** `main` identifies the row and is its first line on a phone. `minor` and `number` are less prominent. */
  kind?: 'main' | 'minor' | 'number';
}

interface DataTableProps<T extends { id: string }> {
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  /** The id of the row whose details are shown next to the table. */
  chosen?: string | undefined;
  onChoose?: (row: T) => void;
  /** On a phone, shows the values on one line without their labels, because they are clear on their own. */
  isCompact?: boolean;
}

/** A table with a hairline between rows. On a phone, each row is a block of labeled values. */
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
              // Clicks only. For the keyboard, the first cell contains a button.
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
