import { Group, Pagination, Stack, Table, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Case } from '../api/queries.ts';
import { formatCents, formatDay, formatShortDay } from './format.ts';
import { changesOf } from './ledger-changes.ts';
import { Tag } from './parts.tsx';

const rowsPerPage = 100;

interface LedgerTableProps {
  entries: readonly LedgerEntry[];
  /** The ledger before the change. Without it, nothing is marked as new or removed. */
  since?: readonly LedgerEntry[] | undefined;
}

/** Shows a ledger in its own order, with the balance after each entry and 100 entries per page. */
export function LedgerTable({ entries, since }: LedgerTableProps) {
  const [page, setPage] = useState(1);
  const { added, removed } = useMemo(() => changesOf(entries, since ?? entries), [entries, since]);
  const pages = Math.max(1, Math.ceil(entries.length / rowsPerPage));
  const first = (Math.min(page, pages) - 1) * rowsPerPage;
  const balances = runningBalances(entries);
  const year = onlyYearOf(entries);
  if (entries.length + removed.length === 0) return <Text>The ledger has no entries.</Text>;
  return (
    <Stack gap="xs">
      <Table.ScrollContainer minWidth={0} scrollAreaProps={{ viewportProps: { tabIndex: 0, 'aria-label': 'Ledger' } }}>
        <Table className="breakable" aria-label="Ledger">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{year === undefined ? 'Date' : `Date (${year})`}</Table.Th>
              <Table.Th>Line</Table.Th>
              <Table.Th ta="right">Amount</Table.Th>
              <Table.Th ta="right">Balance</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {entries.slice(first, first + rowsPerPage).map(({ date, type, amountCents, memo }, index) => (
              // Entries have no identity other than their position.
              <Table.Tr key={first + index}>
                <Table.Td c="dimmed" style={{ whiteSpace: 'nowrap' }}>
                  <time dateTime={date}>{year === undefined ? formatDay(date) : formatShortDay(date, year)}</time>
                </Table.Td>
                <Table.Td>
                  {memo || ledgerTypeNames[type]} {added.has(first + index) && <Tag tone="warning">New</Tag>}
                </Table.Td>
                <Table.Td className="amount">{formatCents(type === 'payment' ? -amountCents : amountCents)}</Table.Td>
                <Table.Td className="amount">{formatCents(balances[first + index] ?? 0)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {pages > 1 && (
        <Group justify="space-between">
          <Text size="sm">
            Entries {first + 1} to {Math.min(first + rowsPerPage, entries.length)} of {entries.length}
          </Text>
          <LedgerPages pages={pages} page={Math.min(page, pages)} onPage={setPage} />
        </Group>
      )}
      {removed.length > 0 && (
        <Stack gap={4} role="group" aria-label="Removed from the ledger">
          <Tag tone="warning">{`Removed: ${removed.length}`}</Tag>
          {removed.slice(0, rowsPerPage).map(({ date, type, amountCents, memo }, index) => (
            <Text key={index} size="sm" c="dimmed" className="breakable">
              <del>{[formatDay(date), ledgerTypeNames[type], formatCents(amountCents), memo].join(' · ')}</del>
            </Text>
          ))}
        </Stack>
      )}
    </Stack>
  );
}

const controlNames = { first: 'First page', last: 'Last page', next: 'Next page', previous: 'Previous page' };

interface LedgerPagesProps {
  pages: number;
  page: number;
  onPage: (page: number) => void;
}

/** The page controls of a ledger, with names for screen readers. */
export function LedgerPages({ pages, page, onPage }: LedgerPagesProps) {
  if (pages <= 1) return null;
  return (
    <Pagination
      total={pages}
      value={page}
      onChange={onPage}
      size="sm"
      aria-label="Pages of the ledger"
      getControlProps={(control) => ({ 'aria-label': controlNames[control] })}
      getItemProps={(number) => ({ 'aria-label': `Page ${number} of the ledger` })}
    />
  );
}

export type LedgerEntry = NonNullable<Case['data']['ledger']>[number];

/** Returns the amount owed after each entry, in cents. Charges increase it, and payments reduce it. */
function runningBalances(entries: readonly Pick<LedgerEntry, 'type' | 'amountCents'>[]): number[] {
  let balance = 0;
  return entries.map(({ type, amountCents }) => (balance += type === 'payment' ? -amountCents : amountCents));
}

/** Returns the year of all entries, which is then shown once above them. Undefined if they span several years. */
function onlyYearOf(entries: readonly Pick<LedgerEntry, 'date'>[]): string | undefined {
  const years = new Set(entries.map(({ date }) => date.slice(0, 4)));
  return years.size === 1 ? [...years][0] : undefined;
}

export const ledgerTypeNames: Readonly<Record<LedgerEntry['type'], string>> = {
  charge: 'Charge',
  payment: 'Payment',
};
