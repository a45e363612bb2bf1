import type { AttorneyCase } from '../../api/queries.ts';
import { formatDay } from '../../shared/dates.ts';
import { type FactRow, factRows } from '../../shared/fact-rows.ts';
import { FactList } from '../../shared/fact-list.tsx';
import { Section } from '../../shared/section.tsx';
import { courtWords as words, deskWords } from '../../wording/desk.ts';
import { choiceName } from '../../api/attorney-forms.ts';

/** What the customer says, and what is on record of the court. */
export function Facts({ one }: { one: AttorneyCase }) {
  return (
    <Section title={deskWords.facts}>
      <FactList rows={[...factRows(one), ...courtRows(one)]} />
    </Section>
  );
}

function courtRows({ reference, courtCaseNumber, data: { progress } }: AttorneyCase): FactRow[] {
  const { hearing, judgment } = progress;
  const rows: Readonly<Record<string, string | null | undefined>> = {
    [words.reference]: reference,
    [words.courtCase]: courtCaseNumber,
    [words.hearing]: hearing && formatDay(hearing.date),
    [words.judgment]:
      judgment &&
      [choiceName('outcome', 'outcome', judgment.outcome), judgment.date && formatDay(judgment.date)]
        .filter(Boolean)
        .join(', '),
  };
  return Object.entries(rows).flatMap(([label, value]) => (value ? [{ label, value }] : []));
}
