import { Group, Stack, Text } from '@mantine/core';
import type { AttorneyCase } from '../../api/queries.ts';
import { formatDay, formatMoment } from '../../shared/dates.ts';
import { deskWords as words } from '../../wording/desk.ts';
import { reportWords, serviceMethodNames, serviceStageNames, serviceStatusNames } from '../../wording/reports.ts';
import { ReportButton } from './report-button.tsx';
import { serviceCorrections } from './reports.ts';
import { Section } from '../../shared/section.tsx';

/** Attempts of service, newest first, with what can be put right. */
export function ServiceAttempts({ one }: { one: AttorneyCase }) {
  return (
    <Section title={words.service}>
      {one.serviceAttempts.length === 0 && <Text c="dimmed">{words.noService}</Text>}
      {one.serviceAttempts.toReversed().map((attempt) => (
        <Stack key={attempt.id} gap={4} className="breakable">
          <Text size="sm" fw={600}>
            {serviceStageNames[attempt.stage]}: {serviceStatusNames[attempt.status]},{' '}
            {nameOf(serviceMethodNames, attempt.method)}
          </Text>
          <Text size="sm">{partyOf(one, attempt)}</Text>
          {attempt.servedDate !== null && (
            <Text size="sm">
              {reportWords.servedDate}: {formatDay(attempt.servedDate)}
            </Text>
          )}
          {attempt.expires !== null && (
            <Text size="sm">
              {reportWords.expires}: {formatDay(attempt.expires)} ({attempt.citation})
            </Text>
          )}
          {attempt.failureReason !== null && <Text size="sm">{attempt.failureReason}</Text>}
          <Text size="xs" c="dimmed">
            {formatMoment(attempt.createdAt)}
          </Text>
          <Group gap="xs">
            {serviceCorrections(one.id, attempt).map((report) => (
              <ReportButton key={report.verb} caseId={one.id} report={report} button={{ size: 'xs' }} />
            ))}
          </Group>
        </Stack>
      ))}
    </Section>
  );
}

function partyOf({ data }: AttorneyCase, { partyIndex }: { partyIndex: number | null }): string {
  return partyIndex === null ? words.everyone : (data.parties[partyIndex]?.name ?? '');
}

function nameOf(names: Readonly<Record<string, string>>, value: string): string {
  return names[value] ?? value;
}
