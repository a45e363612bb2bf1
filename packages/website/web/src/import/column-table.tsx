import { NativeSelect, Table } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { Fragment } from 'react';
import type { Option } from '../shared/form.tsx';
import { headingOf } from './columns.ts';
import classes from './import.module.css';
import { hasAmounts } from './read-cell.ts';
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
  /** Returns how the import reads a cell of a column. Null if the user has to fix the cell. */
  read: (at: number, text: string) => string | null;
  /** The number of cells in each column that the user has to fix. */
  faults: readonly number[];
  /** Returns why a row is left out. Undefined for any other row. */
  leftOut: (line: Line) => string | undefined;
}

/**
 * Shows the first rows of a table. Each column is headed by its meaning. On a phone, each column is a row with its
 * meaning and its first value.
 */
export function ColumnTable<M extends string>(props: ColumnTableProps<M>) {
  const { name, headings, lines, meanings, options, onMeaning, read, faults, leftOut } = props;
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
                  label={<ColumnLabel heading={headingOf(headings, at)} isUsed={meaning !== ''} faults={faults[at]} />}
                  data={options}
                  value={meaning}
                  onChange={({ currentTarget }) => onMeaning(at, currentTarget.value as M | '')}
                />
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map((line) => {
            const reason = leftOut(line);
            return (
              <Fragment key={line.row}>
                <Table.Tr data-left-out={reason !== undefined}>
                  {meanings.map((meaning, at) => (
                    <Cell key={at} text={line.cells[at] ?? ''} meaning={meaning} read={(text) => read(at, text)} />
                  ))}
                </Table.Tr>
                {reason !== undefined && (
                  <Table.Tr data-left-out className={classes['reason']}>
                    <Table.Td colSpan={meanings.length}>
                      <IconAlertTriangle size={14} aria-hidden /> Left out. {reason}
                    </Table.Td>
                  </Table.Tr>
                )}
              </Fragment>
            );
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function ColumnLabel({
  heading,
  isUsed,
  faults = 0,
}: {
  heading: string;
  isUsed: boolean;
  faults?: number | undefined;
}) {
  return (
    <>
      {faults > 0 ? (
        <IconAlertTriangle size={14} color="var(--warn)" aria-hidden />
      ) : (
        isUsed && <IconCheck size={14} stroke={2.25} color="var(--good)" aria-hidden />
      )}
      {heading}
      {faults > 0 && (
        <>
          {' '}
          <span className={classes['toFix']}>{faults.toLocaleString('en-US')} to fix</span>
        </>
      )}
    </>
  );
}

interface CellProps {
  text: string;
  meaning: string;
  read: (text: string) => string | null;
}

function Cell({ text, meaning, read }: CellProps) {
  const shown = read(text);
  return (
    <Table.Td
      data-used={meaning !== ''}
      data-fault={shown === null}
      className={hasAmounts(meaning) ? 'amount' : ''}
      title={text}
    >
      {shown === null && <IconAlertTriangle size={14} aria-label="To fix" />}
      {shown ?? text}
    </Table.Td>
  );
}
