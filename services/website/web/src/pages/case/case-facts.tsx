<<<<<<< HEAD
import { SimpleGrid, Text } from '@mantine/core';
=======
import { Text } from '@mantine/core';
>>>>>>> 9b567ea (Facts and sections look the same to customers and attorneys)
import type { Case } from '../../api/queries.ts';
import { factRows } from '../../shared/fact-rows.ts';
import { FactTable } from '../../shared/fact-table.tsx';
import { LedgerTable } from '../../shared/ledger-table.tsx';
import { caseWords as words } from '../../wording/case.ts';
import { Section } from '../../shared/section.tsx';

/** What the customer has stated, to read, and the ledger with its balance. */
export function CaseFacts({ one }: { one: Case }) {
  const { ledger = [] } = one.data;
  return (
    <Section title={words.facts}>
<<<<<<< HEAD
      <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing="xs" className="breakable">
        {factRows(one).map(({ label, value }) => (
          <div key={label}>
            <Text size="sm" c="dimmed">
              {label}
            </Text>
            <Text style={{ whiteSpace: 'pre-wrap' }}>{value}</Text>
          </div>
        ))}
      </SimpleGrid>
=======
      <FactTable rows={factRows(one)} />
>>>>>>> 9b567ea (Facts and sections look the same to customers and attorneys)
      {ledger.length > 0 && (
        <>
          <Text fw={600}>{words.ledger}</Text>
          <LedgerTable entries={ledger} />
        </>
      )}
    </Section>
  );
}
