import type { AttorneyCase } from '../../api/queries.ts';
import { FactList } from '../../shared/fact-list.tsx';
import { courtRows, factRows, rowsOf } from '../../shared/fact-rows.ts';
import { Section } from '../../shared/section.tsx';
import { deskWords } from '../../wording/desk.ts';
import { factWords } from '../../wording/facts.ts';

/** What the customer says, and what is on record of the court. */
export function Facts({ one }: { one: AttorneyCase }) {
  return (
    <Section title={deskWords.facts}>
      <FactList rows={[...factRows(one), ...rowsOf({ [factWords.reference]: one.reference }), ...courtRows(one)]} />
    </Section>
  );
}
