import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type AttorneyCase, reviewRequirementsQuery } from '../../api/queries.ts';
import { documentKindNames } from '../../wording/cases.ts';
import { deskWords as words } from '../../wording/desk.ts';
import { AttachDocument } from './attach-document.tsx';
import { DocumentRow } from './document-row.tsx';
import { Section } from '../../shared/section.tsx';
import type { Documents } from './viewer.tsx';

/** The evidence, and every paper that is not under review. */
export function OtherDocuments({ one, documents }: { one: AttorneyCase; documents: Documents }) {
  const demand = useQuery(reviewRequirementsQuery(one.id));
  const required = new Set(demand.data?.documents.map(({ id }) => id));
  const evidence = new Set(one.evidence.map(({ id }) => id));
  const papers = one.documents.filter(({ id }) => !required.has(id) && !evidence.has(id));
  return (
    <>
      <Section title={words.evidence}>
        {one.evidence.length === 0 && <Text c="dimmed">{words.noEvidence}</Text>}
        {one.evidence.map((document) => (
          <DocumentRow key={document.id} document={document} documents={documents} />
        ))}
      </Section>
      <Section title={words.otherDocuments}>
        {papers.length === 0 && <Text c="dimmed">{words.noDocuments}</Text>}
        <Stack gap="xs">
          {papers.map((document) => (
            <DocumentRow
              key={document.id}
              document={document}
              documents={documents}
              note={documentKindNames[document.kind]}
            />
          ))}
        </Stack>
        <Group>
          <AttachDocument one={one} />
        </Group>
      </Section>
    </>
  );
}
