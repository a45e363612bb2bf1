import { Alert, Anchor, Button, Group, Stack, Table, Text } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { LedgerPages } from '../../shared/ledger-pages.tsx';
import { confirm } from '../../shared/confirm.ts';
import { ledgerEditorWords as words } from '../../wording/intake.ts';
import { balancesOf, type DraftEntry, draftEntry, ledgerOf } from './ledger-entries.ts';
import { LedgerImport } from './ledger-import-dialog.tsx';
import { mostEntries } from './ledger-import.ts';
import { LedgerRow } from './ledger-row.tsx';
import { Hint } from '../../shared/hint.tsx';

const rowsPerPage = 25;
/** It takes the focus to be scrolled, and for what is said of the whole ledger. */
const viewportProps = { tabIndex: 0, role: 'region', 'aria-label': words.title, 'data-path': 'ledger' };

interface LedgerEditorProps {
  entries: readonly DraftEntry[];
  onEntries: (change: (before: readonly DraftEntry[]) => readonly DraftEntry[]) => void;
  refused: ReadonlyMap<number, string>;
}

/** The lines of a ledger, 25 at a time: typing in one does not draw the others anew. */
export function LedgerEditor({ entries, onEntries, refused }: LedgerEditorProps) {
  const [page, setPage] = useState(1);
  const [wanted, setWanted] = useState<number | null>(null);
  const pages = Math.max(1, Math.ceil(entries.length / rowsPerPage));
  const shown = Math.min(page, pages);
  const first = (shown - 1) * rowsPerPage;
  const balances = balancesOf(entries);
  const { faults } = ledgerOf(entries);
  const change = useCallback(
    (key: number, part: Partial<DraftEntry>) =>
      onEntries((before) => before.map((entry) => (entry.key === key ? { ...entry, ...part } : entry))),
    [onEntries],
  );
  const remove = useCallback(
    (key: number) => onEntries((before) => before.filter((entry) => entry.key !== key)),
    [onEntries],
  );
  const add = (added: readonly DraftEntry[]) => {
    onEntries((before) => [...before, ...added].slice(0, mostEntries));
    setPage(Math.ceil((entries.length + added.length) / rowsPerPage));
  };
  const clear = async () => {
    if (await confirm({ title: words.clear, meaning: words.clearMeaning, verb: words.clear, isDangerous: true })) {
      onEntries(() => []);
    }
  };
  useEffect(() => {
    if (wanted === null) return;
    document.querySelector<HTMLElement>(`[data-path="ledger.${wanted}"]`)?.focus();
    setWanted(null);
  }, [wanted]);
  const goTo = (index: number) => {
    setPage(Math.floor(index / rowsPerPage) + 1);
    setWanted(index);
  };
  const faulty = [...faults.keys(), ...refused.keys()].map((index) => index + 1).sort((a, b) => a - b);
  return (
    <Stack gap="xs">
      <Hint>{words.help}</Hint>
      <Group>
        <LedgerImport room={mostEntries - entries.length} onAdd={add} />
        <Button
          variant="default"
          size="sm"
          disabled={entries.length >= mostEntries}
          onClick={() => add([draftEntry()])}
        >
          {words.add}
        </Button>
        {entries.length > 0 && (
          <Button variant="subtle" size="sm" onClick={() => void clear()}>
            {words.clear}
          </Button>
        )}
      </Group>
      {faulty.length > 0 && (
        <Alert color="red" variant="outline">
          {words.faulty(faulty)}{' '}
          <Anchor component="button" type="button" size="sm" onClick={() => goTo((faulty[0] ?? 1) - 1)}>
            {words.goToLine(faulty[0] ?? 1)}
          </Anchor>
        </Alert>
      )}
      <Table.ScrollContainer minWidth={620} scrollAreaProps={{ viewportProps }}>
        <Table verticalSpacing={4} horizontalSpacing="xs" aria-label={words.title}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{words.date}</Table.Th>
              <Table.Th>{words.type}</Table.Th>
              <Table.Th>{words.amount}</Table.Th>
              <Table.Th>{words.memo}</Table.Th>
              <Table.Th ta="right">{words.balance}</Table.Th>
              <Table.Td />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {entries.slice(first, first + rowsPerPage).map((entry, index) => (
              <LedgerRow
                key={entry.key}
                entry={entry}
                number={first + index + 1}
                balance={balances[first + index] ?? 0}
                fault={refused.get(first + index) ?? faultText(faults.get(first + index))}
                change={change}
                remove={remove}
              />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Group justify="space-between">
        <Text size="sm">{words.lines(entries.length)}</Text>
        <LedgerPages pages={pages} page={shown} onPage={setPage} />
      </Group>
    </Stack>
  );
}

function faultText(fault: 'date' | 'amount' | undefined): string | undefined {
  return fault && words.faults[fault];
}
