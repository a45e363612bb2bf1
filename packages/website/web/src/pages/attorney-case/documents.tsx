import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { type AttorneyCase, reviewRequirementsQuery } from '../../api/queries.ts';
import type { Seen } from '../../document/document-view.tsx';
import { DialogButton } from '../../shared/dialog.tsx';
import { Hint, Section, SmallButton, Tag, wrapping } from '../../shared/parts.tsx';
import { documentKindNames } from '../../wording/names.ts';
import { isNewSince } from './changes.ts';
import type { SeenBytes } from './use-case.ts';

/** The evidence, and every paper that is not under review. */
export function OtherDocuments({ one, documents }: { one: AttorneyCase; documents: Documents }) {
  const requirements = useQuery(reviewRequirementsQuery(one.id));
  const required = new Set(requirements.data?.documents.map(({ id }) => id));
  const evidence = new Set(one.evidence.map(({ id }) => id));
  const papers = one.documents.filter(({ id }) => !required.has(id) && !evidence.has(id));
  return (
    <>
      <Section title="Customer's evidence">
        {one.evidence.length === 0 && <Text c="dimmed">The customer has not uploaded anything.</Text>}
        {one.evidence.map((document) => (
          <DocumentRow
            key={document.id}
            document={document}
            documents={documents}
            isNew={isNewSince(one, document.createdAt)}
          />
        ))}
      </Section>
      <Section title="Other documents">
        {papers.length === 0 && <Text c="dimmed">There are no other documents.</Text>}
        <Stack gap="xs">
          {papers.map((document) => (
            <DocumentRow
              key={document.id}
              document={document}
              documents={documents}
              note={documentKindNames[document.kind]}
              isNew={isNewSince(one, document.createdAt)}
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

interface DocumentRowProps {
  document: OpenedDocument;
  documents: Documents;
  note?: string;
  /** It was not there when changes were requested, or at the approval that was refused. */
  isNew?: boolean;
  /** Whether it has to be opened. */
  isRequired?: boolean;
}

/** A document with the button that opens it in the page, and whether it was seen. */
export function DocumentRow({ document, documents, note, isNew = false, isRequired = false }: DocumentRowProps) {
  const seen = documents.seen[document.contentHash];
  return (
    <Group gap="xs" role="group" aria-label={document.filename}>
      <span data-printed={document.filename} className="breakable" />
      <Button
        variant="default"
        aria-pressed={documents.opened?.id === document.id}
        fw={documents.opened?.id === document.id ? 700 : 500}
        size="xs"
        {...wrapping}
        className="breakable"
        onClick={() => documents.open(document)}
      >
        Open {document.filename}
      </Button>
      {note !== undefined && <Hint>{note}</Hint>}
      {isNew && <Tag tone="warning">New</Tag>}
      {seen === 'shown' && <Tag tone="good">Opened</Tag>}
      {seen === 'broken' && <Tag tone="warning">Opened, could not be shown</Tag>}
      {isRequired && seen === undefined && <Tag tone="neutral">Not opened</Tag>}
    </Group>
  );
}

const DocumentView = lazy(() => import('../../document/document-view.tsx'));

export interface OpenedDocument {
  id: string;
  filename: string;
  contentHash: string;
}

/** Which document is open, and which bytes were seen. */
export interface Documents {
  opened: OpenedDocument | null;
  open: (document: OpenedDocument) => void;
  seen: SeenBytes;
}

interface ViewerProps {
  caseId: string;
  opened: OpenedDocument | null;
  /** Called with the hash of the bytes that are open, once it is the recorded one. */
  onSeen: (contentHash: string, how: Seen) => void;
  /** Opens the next document under review; absent where there is none. */
  openNext: (() => void) | undefined;
}

/** The open document, beside the facts. */
export function Viewer({ caseId, opened, onSeen, openNext }: ViewerProps) {
  return (
    <Section
      title={opened?.filename ?? 'Document'}
      beside={openNext && <SmallButton onClick={openNext}>Next document</SmallButton>}
    >
      {opened === null ? (
        <Text c="dimmed">Open a document to read it here.</Text>
      ) : (
        <Suspense>
          <DocumentView
            key={`${opened.id} ${opened.contentHash}`}
            source="attorney/cases"
            caseId={caseId}
            document={opened}
            onVerified={onSeen}
          />
        </Suspense>
      )}
    </Section>
  );
}

const AttachForm = lazy(() => import('./attach-form.tsx'));

function AttachDocument({ one }: { one: AttorneyCase }) {
  return <DialogButton verb="Attach document">{(close) => <AttachForm one={one} close={close} />}</DialogButton>;
}
