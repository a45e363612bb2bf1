import { Group, Stack } from '@mantine/core';
import type { AttorneyCase } from '../../api/queries.ts';
import { deskWords as words } from '../../wording/desk.ts';
import { ReportButton } from './report-button.tsx';
import { courtCorrections, filingReport, otherReports, outcomeReports, serviceReport } from './reports.ts';
import { isFinished } from '../../shared/finished.ts';
import { Section } from '../../shared/section.tsx';

/** Everything that an attorney reports. The service decides what the state of the case permits, and says why not. */
export function Reports({ one }: { one: AttorneyCase }) {
  const groups = isFinished(one)
    ? [otherReports(one).filter(({ fields }) => fields.some(({ name }) => name === 'kind'))]
    : [[serviceReport(one), filingReport(one)], outcomeReports(one), courtCorrections(one), otherReports(one)].filter(
        ({ length }) => length > 0,
      );
  return (
    <Section title={words.reports}>
      <Stack>
        {groups.map((reports) => (
          <Group key={reports[0]?.verb} gap="xs">
            {reports.map((report) => (
              <ReportButton key={report.verb} caseId={one.id} report={report} />
            ))}
          </Group>
        ))}
      </Stack>
    </Section>
  );
}
