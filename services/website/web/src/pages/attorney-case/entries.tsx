import { Stack, Text } from '@mantine/core';
import { choiceName } from '../../api/attorney-forms.ts';
import type { AttorneyCase } from '../../api/queries.ts';
import { Corrections } from './reports.tsx';
import { clockDay } from '../../shared/case-facts.ts';
import { daysBetween, formatDay, formatDaysLeft, formatMoment } from '../../shared/dates.ts';
import { Section } from '../../shared/section.tsx';
import { deadlineName } from '../../wording/cases.ts';
import { deskWords as words } from '../../wording/desk.ts';
import { reportWords } from '../../wording/reports.ts';

/** Deadlines, the earliest first. Those that an attorney added can be changed and removed. */
export function Deadlines({ one }: { one: AttorneyCase }) {
  const deadlines = [...one.deadlines].sort((a, b) => a.date.localeCompare(b.date));
  return (
    <Section title={words.deadlines}>
      {deadlines.length === 0 && <Text c="dimmed">{words.noDeadlines}</Text>}
      {deadlines.map((deadline) => (
        <Stack key={deadline.id ?? `${deadline.name} ${deadline.date}`} gap={4} className="breakable">
          <Text size="sm" fw={600}>
            {deadlineName(deadline.name)}
          </Text>
          <Text size="sm">
            {formatDay(deadline.date)}, {formatDaysLeft(daysBetween(clockDay(one), deadline.date))}
          </Text>
          <Text size="xs" c="dimmed">
            {deadline.citation}
          </Text>
          <Corrections one={one} target="deadlineId" entry={deadline} />
        </Stack>
      ))}
    </Section>
  );
}

/** Attempts of service, newest first, with what can be put right. */
export function ServiceAttempts({ one }: { one: AttorneyCase }) {
  return (
    <Section title={words.service}>
      {one.serviceAttempts.length === 0 && <Text c="dimmed">{words.noService}</Text>}
      {one.serviceAttempts.toReversed().map((attempt) => (
        <Stack key={attempt.id} gap={4} className="breakable">
          <Text size="sm" fw={600}>
            {nameOf('stage', attempt.stage)}: {nameOf('status', attempt.status)}, {nameOf('method', attempt.method)}
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
          <Corrections one={one} target="attemptId" entry={attempt} />
        </Stack>
      ))}
    </Section>
  );
}

function partyOf({ data }: AttorneyCase, { partyIndex }: { partyIndex: number | null }): string {
  return partyIndex === null ? words.everyone : (data.parties[partyIndex]?.name ?? '');
}

const nameOf = (field: string, value: string) => choiceName('record_service', field, value);

/** What was filed, newest first. */
export function Filings({ one }: { one: AttorneyCase }) {
  return (
    <Section title={words.filings}>
      {one.filings.length === 0 && <Text c="dimmed">{words.noFilings}</Text>}
      {one.filings.toReversed().map((filing) => (
        <Stack key={filing.id} gap={4} className="breakable">
          <Text size="sm" fw={600}>
            {choiceName('record_filing', 'status', filing.status)}
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
              {choiceName('record_filing', 'rejectionReasons', code)}: {description}
            </Text>
          ))}
          <Text size="xs" c="dimmed">
            {formatMoment(filing.createdAt)}
          </Text>
          <Corrections one={one} target="filingId" entry={filing} />
        </Stack>
      ))}
    </Section>
  );
}
