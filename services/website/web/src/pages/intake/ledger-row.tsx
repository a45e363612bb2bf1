import { CloseButton, NativeSelect, Table, Text, TextInput } from '@mantine/core';
import { memo } from 'react';
import { formatCents } from '../../shared/money.ts';
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

const types = Object.entries(ledgerTypeNames).map(([value, label]) => ({ value, label }));

/** One line of the ledger, drawn again only when it or its balance changes. */
export const LedgerRow = memo(function LedgerRow({ entry, number, balance, fault, change, remove }: LedgerRowProps) {
  const { key, date, type, amount, memo: text } = entry;
  const label = (name: string) => `${words.line(number)}: ${name}`;
  return (
    <Table.Tr>
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
      <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
        {formatCents(balance)}
      </Table.Td>
      <Table.Td>
        <CloseButton size="sm" aria-label={words.remove(number)} onClick={() => remove(key)} />
      </Table.Td>
    </Table.Tr>
  );
});
