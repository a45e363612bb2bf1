import { Group, Stack, Text } from '@mantine/core';
import type { Case } from '../../api/queries.ts';
import { OpenDocument } from '../../document/open-document.tsx';
import { formatMoment } from '../../shared/dates.ts';
import { caseWords as words } from '../../wording/case.ts';
import { documentKindNames } from '../../wording/cases.ts';
import { AddEvidence } from './add-evidence.tsx';
import { isFinished } from '../../shared/finished.ts';
import { Section } from '../../shared/section.tsx';

/** The documents of the case, each opened in the page, and further evidence where it can be added. */
export function Documents({ one }: { one: Case }) {
  const takesEvidence = one.state === 'draft' || (one.mode === 'live' && !isFinished(one));
  return (
    <Section title={words.documents}>
      {one.documents.length === 0 && <Text size="sm">{words.noDocuments}</Text>}
      <Stack gap="xs">
        {one.documents.map((document) => (
          <Group key={document.id} gap="sm">
            <OpenDocument source="cases" caseId={one.id} document={document} />
            <Text size="sm" c="dimmed">
              {documentKindNames[document.kind]}, {formatMoment(document.createdAt)}
            </Text>
          </Group>
        ))}
      </Stack>
      {takesEvidence && <AddEvidence one={one} />}
    </Section>
  );
}
