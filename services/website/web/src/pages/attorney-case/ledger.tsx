import { Text } from '@mantine/core';
import type { AttorneyCase } from '../../api/queries.ts';
import { LedgerTable } from '../../shared/ledger-table.tsx';
import { formatCents } from '../../shared/money.ts';
import { deskWords as words } from '../../wording/desk.ts';
import { Section } from '../../shared/section.tsx';

/** The ledger of a case that has one, and what is owed by it and by the customer's word. */
export function Ledger({ one }: { one: AttorneyCase }) {
  const { ledger, amountOwedCents, progress } = one.data;
  if (ledger === undefined) return null;
  const { ledgerBalanceCents } = progress;
  return (
    <Section title={words.ledger}>
      <Text size="sm">
        {ledgerBalanceCents !== null && `${words.balance}: ${formatCents(ledgerBalanceCents)}. `}
        {amountOwedCents !== undefined && `${words.owed}: ${formatCents(amountOwedCents)}.`}
      </Text>
      <LedgerTable entries={ledger} />
    </Section>
  );
}
