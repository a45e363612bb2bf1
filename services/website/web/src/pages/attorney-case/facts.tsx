import { Group, List, Text } from '@mantine/core';
import type { AttorneyCase } from '../../api/queries.ts';
import { FactList } from '../../shared/fact-list.tsx';
import { courtRows, factRows, rowsOf } from '../../shared/fact-rows.ts';
import { LedgerTable } from '../../shared/ledger-table.tsx';
import { formatCents } from '../../shared/money.ts';
import { Section } from '../../shared/section.tsx';
import { ToneBadge } from '../../shared/tone-badge.tsx';
import { gateName, gateStatusNames } from '../../wording/desk.ts';

/** What the customer says, and what is on record of the court. */
export function Facts({ one }: { one: AttorneyCase }) {
  return (
    <Section title="Facts">
      <FactList rows={[...factRows(one), ...rowsOf({ Reference: one.reference }), ...courtRows(one)]} />
    </Section>
  );
}

type Result = AttorneyCase['gates']['results'][number];

const order: readonly Result['status'][] = ['fail', 'warn', 'pass', 'not_applicable'];
const tones = { fail: 'bad', warn: 'warning', pass: 'good', not_applicable: 'neutral' } as const;

/** The checks of the facts: what fails and what warns comes first. */
export function Gates({ one }: { one: AttorneyCase }) {
  const results = [...one.gates.results].sort((a, b) => order.indexOf(a.status) - order.indexOf(b.status));
  return (
    <Section title="Checks">
      <List listStyleType="none" spacing="xs">
        {results.map(({ gate, status, reason }) => (
          <List.Item key={gate}>
            <Group gap="xs">
              <ToneBadge tone={tones[status]}>{gateStatusNames[status]}</ToneBadge>
              <Text size="sm" fw={500}>
                {gateName(gate)}
              </Text>
            </Group>
            {reason !== undefined && (
              <Text size="sm" className="breakable">
                {reason}
              </Text>
            )}
          </List.Item>
        ))}
      </List>
    </Section>
  );
}

/** The ledger of a case that has one, and what is owed by it and by the customer's word. */
export function Ledger({ one }: { one: AttorneyCase }) {
  const { ledger, amountOwedCents, progress } = one.data;
  if (ledger === undefined) return null;
  const { ledgerBalanceCents } = progress;
  return (
    <Section title="Ledger">
      <Text size="sm">
        {ledgerBalanceCents !== null && `Ledger balance: ${formatCents(ledgerBalanceCents)}. `}
        {amountOwedCents !== undefined && `Amount owed: ${formatCents(amountOwedCents)}.`}
      </Text>
      <LedgerTable entries={ledger} />
    </Section>
  );
}
