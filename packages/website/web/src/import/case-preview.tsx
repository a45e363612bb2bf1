import { DataTable } from '../shared/data-table.tsx';
import { formatCents } from '../shared/format.ts';
import { Section } from '../shared/parts.tsx';
import { readAmount } from './amount.ts';
import type { Balance } from './balance.ts';
import type { CaseRow } from './case-rows.ts';
import { referenceKey } from './settle.ts';

/** Shows the cases that the rows would create. */
export function CasePreview({ rows, balances }: { rows: readonly CaseRow[]; balances: readonly Balance[] }) {
  if (rows.length === 0) return null;
  const amount = (text: string | undefined) => {
    const cents = readAmount(text ?? '');
    return cents === null ? text : formatCents(cents);
  };
  return (
    <Section title="The first cases" help="Each starts with a notice for unpaid rent unless a column says otherwise.">
      <DataTable
        label="The first cases"
        rows={rows.map(({ line, values }) => ({ id: `${line.row}`, values }))}
        columns={[
          {
            name: 'Premises',
            kind: 'main',
            cell: ({ values }) => {
              const street = [values['property.line1'], values['property.unit']].filter(Boolean).join(', unit ');
              const place = [values['property.city'], values['property.state'], values['property.zip']];
              return [street, place.filter(Boolean).join(' ')].filter(Boolean).join(', ') || '–';
            },
          },
          { name: 'Tenants', cell: ({ values }) => values.defendants ?? '–' },
          { name: 'Owner', cell: ({ values }) => values['property.ownerOfRecord'] ?? '–' },
          {
            name: 'Monthly rent',
            kind: 'number',
            cell: ({ values }) => amount(values['lease.monthlyRentCents']) ?? '–',
          },
          { name: 'Owed', kind: 'number', cell: ({ values }) => amount(values.amountOwedCents) ?? '–' },
          {
            name: 'Ledger balance',
            kind: 'number',
            cell: ({ values }) => {
              const balance = balances.find(({ reference }) => reference === referenceKey(values.reference ?? ''));
              return balance?.hasLines ? formatCents(balance.ofLines) : '–';
            },
          },
        ]}
      />
    </Section>
  );
}
