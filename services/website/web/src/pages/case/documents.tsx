import { Group, Stack, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { Case } from '../../api/queries.ts';
import { OpenDocument } from '../../document/open-document.tsx';
import { isFinished } from '../../shared/case-facts.ts';
import { formatMoment } from '../../shared/format.ts';
import { Hint, Section } from '../../shared/parts.tsx';
import { documentKindNames } from '../../wording/names.ts';
import { useCaseUpdate } from './use-case.ts';

const Evidence = lazy(async () => ({ default: (await import('../../document/evidence.tsx')).Evidence }));

/** The documents of the case, each opened in the page, and further evidence where it can be added. */
export function Documents({ one }: { one: Case }) {
  const { refresh } = useCaseUpdate(one);
  const takesEvidence = one.state === 'draft' || (one.mode === 'live' && !isFinished(one));
  return (
    <Section title="Documents">
      {one.documents.length === 0 && <Text size="sm">There are no documents yet.</Text>}
      <Stack gap="xs">
        {one.documents.map((document) => (
          <Group key={document.id} gap="sm">
            <OpenDocument source="cases" caseId={one.id} document={document} />
            <Hint>
              {documentKindNames[document.kind]}, {formatMoment(document.createdAt)}
            </Hint>
          </Group>
        ))}
      </Stack>
      <Suspense>{takesEvidence && <Evidence one={one} onAdded={() => void refresh()} />}</Suspense>
    </Section>
  );
}
