import { Stack, Text } from '@mantine/core';
import type { AttorneyCase } from '../../api/queries.ts';
import { formatMoment } from '../../shared/dates.ts';
import { deskWords as words } from '../../wording/desk.ts';
import { choiceName } from '../../api/attorney-forms.ts';
import { reportWords } from '../../wording/reports.ts';
import { Corrections } from './reports.tsx';
import { Section } from '../../shared/section.tsx';

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
