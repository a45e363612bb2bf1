import { Group, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { ledgerTypeNames } from '../wording/ledger.ts';
import { formatDay } from './dates.ts';
import { LedgerPages } from './ledger-pages.tsx';
import { type LedgerEntry, runningBalances } from './ledger.ts';
import { formatCents } from './money.ts';

const rowsPerPage = 100;

/** A ledger to read, in its own order, with the balance after each entry: 100 entries at a time. */
export function LedgerTable({ entries }: { entries: readonly LedgerEntry[] }) {
  const [page, setPage] = useState(1);
  const pages = Math.max(1, Math.ceil(entries.length / rowsPerPage));
  const first = (Math.min(page, pages) - 1) * rowsPerPage;
  const balances = runningBalances(entries);
  if (entries.length === 0) return <Text>The ledger has no entries.</Text>;
  return (
    <Stack gap="xs">
      <Table.ScrollContainer minWidth={0} scrollAreaProps={{ viewportProps: { tabIndex: 0, 'aria-label': 'Ledger' } }}>
        <Table className="breakable" aria-label="Ledger">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Date</Table.Th>
              <Table.Th>Type</Table.Th>
              <Table.Th visibleFrom="sm">Memo</Table.Th>
              <Table.Th ta="right">Amount</Table.Th>
              <Table.Th ta="right">Balance</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {entries.slice(first, first + rowsPerPage).map(({ date, type, amountCents, memo }, index) => (
              // Entries have no identity but their place.
              <Table.Tr key={first + index}>
                <Table.Td>{formatDay(date)}</Table.Td>
                <Table.Td>
                  {ledgerTypeNames[type]}
                  <Text size="xs" c="dimmed" hiddenFrom="sm">
                    {memo}
                  </Text>
                </Table.Td>
                <Table.Td visibleFrom="sm">{memo}</Table.Td>
                <Table.Td ta="right">{formatCents(type === 'payment' ? -amountCents : amountCents)}</Table.Td>
                <Table.Td ta="right">{formatCents(balances[first + index] ?? 0)}</Table.Td>
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
    </Stack>
  );
}
