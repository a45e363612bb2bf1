import { Text } from '@mantine/core';
import type { Case } from '../../api/queries.ts';
import { factRows } from '../../shared/fact-rows.ts';
import { FactList } from '../../shared/fact-list.tsx';
import { LedgerTable } from '../../shared/ledger-table.tsx';
import { caseWords as words } from '../../wording/case.ts';
import { Section } from '../../shared/section.tsx';

/** What the customer has stated, to read, and the ledger with its balance. */
export function CaseFacts({ one }: { one: Case }) {
  const { ledger = [] } = one.data;
  return (
    <Section title={words.facts}>
      <FactList rows={factRows(one)} />
      {ledger.length > 0 && (
        <>
          <Text fw={600}>{words.ledger}</Text>
          <LedgerTable entries={ledger} />
        </>
      )}
    </Section>
  );
}
