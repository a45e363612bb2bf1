import { Table } from '@mantine/core';
import { formatCents } from '../shared/format.ts';
import { Section } from '../shared/parts.tsx';
import { readAmount } from './amount.ts';
import type { Balance } from './balance.ts';
import type { CaseRow } from './case-rows.ts';
import { referenceKey } from './settle.ts';

/** A preview of the cases that the rows would create. */
export function CasePreview({ rows, balances }: { rows: readonly CaseRow[]; balances: readonly Balance[] }) {
  if (rows.length === 0) return null;
  const amount = (text: string | undefined) => {
    const cents = readAmount(text ?? '');
    return cents === null ? text : formatCents(cents);
  };
  return (
    <Section title="The first cases" help="Each starts with a notice for unpaid rent unless a column says otherwise.">
      <Table.ScrollContainer minWidth={640}>
        <Table aria-label="The first cases" className="breakable">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Premises</Table.Th>
              <Table.Th>Tenants</Table.Th>
              <Table.Th>Owner</Table.Th>
              <Table.Th ta="right">Monthly rent</Table.Th>
              <Table.Th ta="right">Owed</Table.Th>
              <Table.Th ta="right">Ledger balance</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ line, values }) => {
              const balance = balances.find(({ reference }) => reference === referenceKey(values.reference ?? ''));
              const street = [values['property.line1'], values['property.unit']].filter(Boolean).join(', unit ');
              const place = [values['property.city'], values['property.state'], values['property.zip']];
              return (
                <Table.Tr key={line.row}>
                  <Table.Td>{[street, place.filter(Boolean).join(' ')].filter(Boolean).join(', ') || '–'}</Table.Td>
                  <Table.Td>{values.defendants ?? '–'}</Table.Td>
                  <Table.Td>{values['property.ownerOfRecord'] ?? '–'}</Table.Td>
                  <Table.Td className="amount">{amount(values['lease.monthlyRentCents']) ?? '–'}</Table.Td>
                  <Table.Td className="amount">{amount(values.amountOwedCents) ?? '–'}</Table.Td>
                  <Table.Td className="amount">{balance?.hasLines ? formatCents(balance.ofLines) : '–'}</Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  );
}
