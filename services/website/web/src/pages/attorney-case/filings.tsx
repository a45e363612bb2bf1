import { Group, Stack, Text } from '@mantine/core';
import type { AttorneyCase } from '../../api/queries.ts';
import { formatMoment } from '../../shared/dates.ts';
import { deskWords as words } from '../../wording/desk.ts';
import { filingStatusNames, rejectionNames, reportWords } from '../../wording/reports.ts';
import { ReportButton } from './report-button.tsx';
import { filingCorrection } from './reports.ts';
import { Section } from '../../shared/section.tsx';

/** What was filed, newest first. */
export function Filings({ one }: { one: AttorneyCase }) {
  return (
    <Section title={words.filings}>
      {one.filings.length === 0 && <Text c="dimmed">{words.noFilings}</Text>}
      {one.filings.toReversed().map((filing) => (
        <Stack key={filing.id} gap={4} className="breakable">
          <Text size="sm" fw={600}>
            {filingStatusNames[filing.status]}
          </Text>
          {filing.envelopeId !== null && (
            <Text size="sm">
              {reportWords.envelopeId}: {filing.envelopeId}
            </Text>
          )}
          {filing.courtCaseNumber !== null && (
            <Text size="sm">
              {reportWords.courtCaseNumber}: {filing.courtCaseNumber}
            </Text>
          )}
          {filing.rejectionReasons?.map(({ code, description }) => (
            <Text size="sm" key={`${code} ${description}`}>
              {(rejectionNames as Readonly<Record<string, string>>)[code] ?? code}: {description}
            </Text>
          ))}
          <Text size="xs" c="dimmed">
            {formatMoment(filing.createdAt)}
          </Text>
          <Group gap="xs">
            <ReportButton caseId={one.id} report={filingCorrection(one.id, filing)} button={{ size: 'xs' }} />
          </Group>
        </Stack>
      ))}
    </Section>
  );
}
