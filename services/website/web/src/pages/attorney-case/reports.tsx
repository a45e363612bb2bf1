import { Group } from '@mantine/core';
import type { AttorneyForm } from '@evict/contract';
import type { AttorneyCase } from '../../api/queries.ts';
import { Section } from '../../shared/section.tsx';
import { deskWords as words } from '../../wording/desk.ts';
import { ReportButton } from './report-button.tsx';
import { reportsOf } from './reports.ts';

/** Everything that an attorney can report now. Whether it is possible as it is given, the service says. */
export function Reports({ one }: { one: AttorneyCase }) {
  return (
    <Section title={words.reports}>
      <Group gap="xs">
        {reportsOf(one).map((report) => (
          <ReportButton key={report.verb} caseId={one.id} report={report} />
        ))}
      </Group>
    </Section>
  );
}

/** What an attorney can correct about an entry. */
export function Corrections({
  one,
  target,
  entry,
}: {
  one: AttorneyCase;
  target: NonNullable<AttorneyForm['target']>;
  entry: { readonly id?: string | undefined };
}) {
  return (
    <Group gap="xs">
      {reportsOf(one, target, entry).map((report) => (
        <ReportButton key={report.verb} caseId={one.id} report={report} button={{ size: 'xs' }} />
      ))}
    </Group>
  );
}
