import { Table, Text } from '@mantine/core';
import type { Case } from '../../api/queries.ts';
import { LedgerTable } from '../../shared/ledger-table.tsx';
import { caseWords as words } from '../../wording/case.ts';
import { factRows } from './fact-rows.ts';
import { Section } from './section.tsx';

/** What the customer has stated, to read, and the ledger with its balance. */
export function CaseFacts({ one }: { one: Case }) {
  const { ledger = [] } = one.data;
  return (
    <Section title={words.facts}>
      <Table variant="vertical" withRowBorders={false} verticalSpacing={4} className="breakable" layout="fixed">
        <Table.Tbody>
          {factRows(one).map(({ label, value }) => (
            <Table.Tr key={label}>
              <Table.Th w="35%" scope="row">
                {label}
              </Table.Th>
              <Table.Td style={{ whiteSpace: 'pre-wrap' }}>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {ledger.length > 0 && (
        <>
          <Text fw={600}>{words.ledger}</Text>
          <LedgerTable entries={ledger} />
        </>
      )}
    </Section>
  );
}
