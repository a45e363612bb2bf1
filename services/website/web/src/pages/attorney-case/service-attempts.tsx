import { Stack, Text } from '@mantine/core';
import type { AttorneyCase } from '../../api/queries.ts';
import { formatDay, formatMoment } from '../../shared/dates.ts';
import { deskWords as words } from '../../wording/desk.ts';
import { choiceName } from '../../api/attorney-forms.ts';
import { reportWords } from '../../wording/reports.ts';
import { Corrections } from './reports.tsx';
import { Section } from '../../shared/section.tsx';

/** Service attempts, newest first, with what can be corrected. */
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
