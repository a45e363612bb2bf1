import { Alert, Anchor, Button, CloseButton, Group, NativeSelect, Stack, Table, Text, TextInput } from '@mantine/core';
import { memo, useCallback, useEffect, useState } from 'react';
import { confirm } from '../../shared/confirm.tsx';
import { optionsOf } from '../../shared/form.tsx';
import { formatCents, parseCents } from '../../shared/format.ts';
import { LedgerPages, ledgerTypeNames } from '../../shared/ledger.tsx';
import { Hint, SmallButton } from '../../shared/parts.tsx';
import { balancesOf, type DraftEntry, draftEntry, draftOf, ledgerOf } from './ledger-entries.ts';
import { LedgerImport, mostEntries } from '../../import/ledger-dialog.tsx';
import { amountText, type StepProps } from './values.ts';

interface LedgerStepProps extends StepProps {
  entries: readonly DraftEntry[];
  onEntries: (change: (before: readonly DraftEntry[]) => readonly DraftEntry[]) => void;
  /** What the service refused, by the place of the line. */
  refused: ReadonlyMap<number, string>;
}

/** The ledger with its balance, and the amount owed, compared while either is typed. */
export function LedgerStep({ form, field, entries, onEntries, refused }: LedgerStepProps) {
  return (
    <Stack>
      <LedgerEditor entries={entries} onEntries={onEntries} refused={refused} />
      <TextInput
        label="Amount owed"
        description="What the notice demands, normally the ledger balance."
        inputMode="decimal"
        leftSection="$"
        {...field('amountOwedCents')}
      />
      <Difference
        balance={balancesOf(entries).at(-1) ?? 0}
        owed={parseCents(form.values.amountOwedCents)}
        onTake={(cents) => form.setFieldValue('amountOwedCents', amountText(cents))}
      />
    </Stack>
  );
}

interface DifferenceProps {
  balance: number;
  owed: number | null;
  /** Takes this many cents as the amount owed. */
  onTake: (cents: number) => void;
}

function Difference({ balance, owed, onTake }: DifferenceProps) {
  const difference = owed === null ? null : owed - balance;
  return (
    <Alert variant="outline" aria-live="polite">
      <Text size="sm">Ledger balance: {formatCents(balance)}</Text>
      {difference !== null && (
        <Text size="sm">
          {difference === 0
            ? 'The amount owed matches the ledger balance.'
            : `Difference from the amount owed: ${formatCents(difference)}`}
        </Text>
      )}
      {difference !== 0 && balance > 0 && (
        <SmallButton mt="xs" onClick={() => onTake(balance)}>
          Use the ledger balance
        </SmallButton>
      )}
    </Alert>
  );
}

const faultTexts = { date: 'Needs a date.', amount: 'Must be an amount, such as 1,400.00.' };
const rowsPerPage = 25;
/** It takes the focus to be scrolled, and for what is said of the whole ledger. */
const viewportProps = { tabIndex: 0, role: 'region', 'aria-label': 'Ledger', 'data-path': 'ledger' };

interface LedgerEditorProps {
  entries: readonly DraftEntry[];
  onEntries: (change: (before: readonly DraftEntry[]) => readonly DraftEntry[]) => void;
  refused: ReadonlyMap<number, string>;
}

/** The lines of a ledger, 25 at a time: typing in one does not draw the others anew. */
function LedgerEditor({ entries, onEntries, refused }: LedgerEditorProps) {
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
    if (
      await confirm({
        title: 'Remove all lines',
        meaning: 'All lines are removed from this form. What was saved stays until you save again.',
        verb: 'Remove all lines',
        isDangerous: true,
      })
    ) {
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
      <Hint>Every charge and every payment, oldest first. Only rent and what the lease calls rent.</Hint>
      <Group>
        <LedgerImport room={mostEntries - entries.length} onAdd={(read) => add(read.map(draftOf))} />
        <Button
          variant="default"
          size="sm"
          disabled={entries.length >= mostEntries}
          onClick={() => add([draftEntry()])}
        >
          Add line
        </Button>
        {entries.length > 0 && (
          <Button variant="subtle" size="sm" onClick={() => void clear()}>
            Remove all lines
          </Button>
        )}
      </Group>
      {faulty.length > 0 && (
        <Alert color="red" variant="outline">
          The ledger cannot be saved yet. Look at line {faulty.slice(0, 10).join(', ')}.{' '}
          <Anchor component="button" type="button" size="sm" onClick={() => goTo((faulty[0] ?? 1) - 1)}>
            Go to line {faulty[0] ?? 1}
          </Anchor>
        </Alert>
      )}
      <Table.ScrollContainer minWidth={780} scrollAreaProps={{ viewportProps }}>
        <Table verticalSpacing={4} horizontalSpacing="xs" aria-label="Ledger">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Date</Table.Th>
              <Table.Th>Type</Table.Th>
              <Table.Th>Amount</Table.Th>
              <Table.Th>Memo</Table.Th>
              <Table.Th ta="right">Balance</Table.Th>
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
        <Text size="sm">{entries.length} of at most 1,000 lines</Text>
        <LedgerPages pages={pages} page={shown} onPage={setPage} />
      </Group>
    </Stack>
  );
}

function faultText(fault: 'date' | 'amount' | undefined): string | undefined {
  return fault && faultTexts[fault];
}

interface LedgerRowProps {
  entry: DraftEntry;
  number: number;
  balance: number;
  fault: string | undefined;
  change: (key: number, part: Partial<DraftEntry>) => void;
  remove: (key: number) => void;
}

const types = optionsOf(ledgerTypeNames);

/** One line of the ledger. */
const LedgerRow = memo(function LedgerRow({ entry, number, balance, fault, change, remove }: LedgerRowProps) {
  const { key, date, type, amount, memo: text } = entry;
  const label = (name: string) => `Line ${number}: ${name}`;
  return (
    <Table.Tr>
      <Table.Td>
        <TextInput
          type="date"
          size="xs"
          aria-label={label('Date')}
          data-path={`ledger.${number - 1}`}
          value={date}
          error={fault === faultTexts.date}
          onChange={({ currentTarget }) => change(key, { date: currentTarget.value })}
        />
      </Table.Td>
      <Table.Td>
        <NativeSelect
          size="xs"
          aria-label={label('Type')}
          data={types}
          w={105}
          value={type}
          onChange={({ currentTarget }) => change(key, { type: currentTarget.value as DraftEntry['type'] })}
        />
      </Table.Td>
      <Table.Td>
        <TextInput
          size="xs"
          w={110}
          inputMode="decimal"
          aria-label={label('Amount')}
          value={amount}
          error={fault === faultTexts.amount}
          onChange={({ currentTarget }) => change(key, { amount: currentTarget.value })}
        />
      </Table.Td>
      <Table.Td>
        <TextInput
          size="xs"
          maxLength={500}
          miw={180}
          aria-label={label('Memo')}
          value={text}
          onChange={({ currentTarget }) => change(key, { memo: currentTarget.value })}
        />
        {fault !== undefined && (
          <Text size="xs" c="var(--mantine-color-error)">
            {fault}
          </Text>
        )}
      </Table.Td>
      <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
        {formatCents(balance)}
      </Table.Td>
      <Table.Td>
        <CloseButton size="sm" aria-label={`Remove line ${number}`} onClick={() => remove(key)} />
      </Table.Td>
    </Table.Tr>
  );
});
