import { Stack, Text } from '@mantine/core';
import { choiceName } from '../../api/attorney-forms.ts';
import type { AttorneyCase } from '../../api/queries.ts';
import { clockDay } from '../../shared/case-facts.ts';
import { daysBetween, formatDay, formatDaysLeft, formatMoment } from '../../shared/dates.ts';
import { Section } from '../../shared/section.tsx';
import { deadlineName } from '../../wording/cases.ts';
import { Corrections, type CorrectionsProps } from './reports.tsx';

/** Deadlines, the earliest first. Those that an attorney added can be changed and removed. */
export function Deadlines({ one }: { one: AttorneyCase }) {
  const deadlines = [...one.deadlines].sort((a, b) => a.date.localeCompare(b.date));
  return (
    <Section title="Deadlines">
      {deadlines.length === 0 && <Text c="dimmed">There are no deadlines.</Text>}
      {deadlines.map((deadline) => (
        <Entry
          key={deadline.id ?? `${deadline.name} ${deadline.date}`}
          one={one}
          target="deadlineId"
          entry={deadline}
          title={deadlineName(deadline.name)}
          lines={[`${formatDay(deadline.date)}, ${formatDaysLeft(daysBetween(clockDay(one), deadline.date))}`]}
          source={deadline.citation}
        />
      ))}
    </Section>
  );
}

/** Attempts of service, newest first, with what can be corrected. */
export function ServiceAttempts({ one }: { one: AttorneyCase }) {
  const nameOf = (field: string, value: string) => choiceName('record_service', field, value);
  return (
    <Section title="Service attempts">
      {one.serviceAttempts.length === 0 && <Text c="dimmed">No service is on record.</Text>}
      {one.serviceAttempts.toReversed().map((attempt) => {
        const { id, stage, status, method, partyIndex, servedDate, expires, citation, failureReason } = attempt;
        return (
          <Entry
            key={id}
            one={one}
            target="attemptId"
            entry={attempt}
            title={`${nameOf('stage', stage)}: ${nameOf('status', status)}, ${nameOf('method', method)}`}
            lines={[
              partyIndex === null ? 'All defendants' : one.data.parties[partyIndex]?.name,
              servedDate && `Date of service: ${formatDay(servedDate)}`,
              expires && `Last day of the period: ${formatDay(expires)} (${citation})`,
              failureReason,
            ]}
            source={formatMoment(attempt.createdAt)}
          />
        );
      })}
    </Section>
  );
}

/** What was filed, newest first. */
export function Filings({ one }: { one: AttorneyCase }) {
  const nameOf = (field: string, value: string) => choiceName('record_filing', field, value);
  return (
    <Section title="Filings">
      {one.filings.length === 0 && <Text c="dimmed">No filing is on record.</Text>}
      {one.filings.toReversed().map((filing) => (
        <Entry
          key={filing.id}
          one={one}
          target="filingId"
          entry={filing}
          title={nameOf('status', filing.status)}
          lines={[
            filing.envelopeId && `Envelope ID: ${filing.envelopeId}`,
            filing.courtCaseNumber && `Court case number: ${filing.courtCaseNumber}`,
            ...(filing.rejectionReasons ?? []).map(
              ({ code, description }) => `${nameOf('rejectionReasons', code)}: ${description}`,
            ),
          ]}
          source={formatMoment(filing.createdAt)}
        />
      ))}
    </Section>
  );
}

interface EntryProps extends CorrectionsProps {
  title: string;
  lines: readonly (string | null | undefined)[];
  source: string;
}

function Entry({ title, lines, source, ...corrections }: EntryProps) {
  return (
    <Stack gap={4} className="breakable">
      <Text size="sm" fw={600}>
        {title}
      </Text>
      {lines.filter(Boolean).map((line) => (
        <Text key={line} size="sm">
          {line}
        </Text>
      ))}
      <Text size="xs" c="dimmed">
        {source}
      </Text>
      <Corrections {...corrections} />
    </Stack>
  );
}
