import { NativeSelect, Table } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { Option } from '../shared/form.tsx';
import { headingOf } from './columns.ts';
import classes from './import.module.css';
import type { Line } from './table.ts';

interface ColumnTableProps<M extends string> {
  /** The table's accessible name. */
  name: string;
  headings: readonly string[];
  lines: readonly Line[];
  /** The meaning of each column. Empty for an unused column, whose cells are dimmed. */
  meanings: readonly (M | '')[];
  options: Option[];
  onMeaning: (at: number, meaning: M | '') => void;
}

/**
 * Shows the first rows of a table. Each column is headed by its meaning. On a phone, each column is a row with its
 * meaning and its first value.
 */
export function ColumnTable<M extends string>(props: ColumnTableProps<M>) {
  const { name, headings, lines, meanings, options, onMeaning } = props;
  return (
    <Table.ScrollContainer minWidth={0} scrollAreaProps={{ type: 'auto', offsetScrollbars: 'present' }}>
      <Table aria-label={name} className={classes['columns'] ?? ''} style={{ '--columns': meanings.length }}>
        <Table.Thead>
          <Table.Tr>
            {meanings.map((meaning, at) => (
              // A column has no identity other than its position.
              <Table.Th key={at} data-used={meaning !== ''}>
                <NativeSelect
                  size="xs"
                  label={
                    <>
                      {meaning !== '' && <IconCheck size={14} stroke={2.25} aria-hidden />}
                      {headingOf(headings, at)}
                    </>
                  }
                  data={options}
                  value={meaning}
                  onChange={({ currentTarget }) => onMeaning(at, currentTarget.value as M | '')}
                />
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map(({ row, cells }) => (
            <Table.Tr key={row}>
              {meanings.map((meaning, at) => (
                <Table.Td key={at} data-used={meaning !== ''} title={cells[at]}>
                  {cells[at]}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
