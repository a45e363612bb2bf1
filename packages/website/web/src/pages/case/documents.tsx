import { Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { Case } from '../../api/queries.ts';
import { CaseDocuments } from '../../document/case-documents.tsx';
import { isFinished } from '../../shared/case-facts.ts';
import { formatMoment } from '../../shared/format.ts';
import { Section } from '../../shared/parts.tsx';
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
      <CaseDocuments
        one={one}
        noteOf={({ kind, createdAt }) => `${documentKindNames[kind]}, ${formatMoment(createdAt)}`}
      />
      <div className="no-print">
        <Suspense>{takesEvidence && <Evidence one={one} onAdded={() => void refresh()} />}</Suspense>
      </div>
    </Section>
  );
}
