import type { Case } from '../../api/queries.ts';
import { FactList } from '../../shared/fact-list.tsx';
import { courtRows } from '../../shared/fact-rows.ts';
import { Section } from '../../shared/section.tsx';
import { caseworkTitle } from '../../wording/case.ts';

/** What stands of service, filing and judgment. How it came to that is in the history. */
export function Casework({ one }: { one: Case }) {
  const rows = courtRows(one);
  if (rows.length === 0) return null;
  return (
    <Section title={caseworkTitle}>
      <FactList rows={rows} />
    </Section>
  );
}
