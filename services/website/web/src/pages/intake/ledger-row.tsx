import { CloseButton, NativeSelect, Table, Text, TextInput } from '@mantine/core';
import { memo } from 'react';
import { formatCents } from '../../shared/money.ts';
import { optionsOf } from '../../shared/options.ts';
import { ledgerTypeNames } from '../../wording/ledger.ts';
import { ledgerEditorWords as words } from '../../wording/intake.ts';
import type { DraftEntry } from './ledger-entries.ts';

interface LedgerRowProps {
  entry: DraftEntry;
  number: number;
  balance: number;
  fault: string | undefined;
  change: (key: number, part: Partial<DraftEntry>) => void;
  remove: (key: number) => void;
}

type LineFieldsProps = Omit<LedgerRowProps, 'balance' | 'remove'>;
type RemoveLineProps = Pick<LedgerRowProps, 'number' | 'remove'> & { lineKey: number };

const types = optionsOf(ledgerTypeNames);

/** One line of the ledger. An amount changes the balance of each line below it, but not their fields. */
export const LedgerRow = memo(function LedgerRow({ balance, remove, ...line }: LedgerRowProps) {
  const { entry, number } = line;
  return (
    <Table.Tr>
      <LineFields {...line} />
      <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
        {formatCents(balance)}
      </Table.Td>
      <Table.Td>
        <RemoveLine number={number} lineKey={entry.key} remove={remove} />
      </Table.Td>
    </Table.Tr>
  );
});

const RemoveLine = memo(function RemoveLine({ number, lineKey, remove }: RemoveLineProps) {
  return <CloseButton size="sm" aria-label={words.remove(number)} onClick={() => remove(lineKey)} />;
});

const LineFields = memo(function LineFields({ entry, number, fault, change }: LineFieldsProps) {
  const { key, date, type, amount, memo: text } = entry;
  const label = (name: string) => `${words.line(number)}: ${name}`;
  return (
    <>
      <Table.Td>
        <TextInput
          type="date"
          size="xs"
          aria-label={label(words.date)}
          data-path={`ledger.${number - 1}`}
          value={date}
          error={fault === words.faults.date}
          onChange={({ currentTarget }) => change(key, { date: currentTarget.value })}
        />
      </Table.Td>
      <Table.Td>
        <NativeSelect
          size="xs"
          aria-label={label(words.type)}
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
          aria-label={label(words.amount)}
          value={amount}
          error={fault === words.faults.amount}
          onChange={({ currentTarget }) => change(key, { amount: currentTarget.value })}
        />
      </Table.Td>
      <Table.Td>
        <TextInput
          size="xs"
          maxLength={500}
          aria-label={label(words.memo)}
          value={text}
          onChange={({ currentTarget }) => change(key, { memo: currentTarget.value })}
        />
        {fault !== undefined && (
          <Text size="xs" c="var(--mantine-color-error)">
            {fault}
          </Text>
        )}
      </Table.Td>
    </>
  );
});
