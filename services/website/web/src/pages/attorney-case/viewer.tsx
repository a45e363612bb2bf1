import { Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { deskWords as words } from '../../wording/desk.ts';
import { Section } from '../../shared/section.tsx';

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
  seen: readonly string[];
}

interface ViewerProps {
  caseId: string;
  opened: OpenedDocument | null;
  /** Called with the hash of the bytes that are shown, once it is the recorded one. */
  onSeen: (contentHash: string) => void;
}

/** The open document, beside the facts. */
export function Viewer({ caseId, opened, onSeen }: ViewerProps) {
  if (opened === null) {
    return (
      <Section title={words.viewer}>
        <Text c="dimmed">{words.viewerEmpty}</Text>
      </Section>
    );
  }
  return (
    <Section title={opened.filename}>
      <Suspense>
        <DocumentView
          key={`${opened.id} ${opened.contentHash}`}
          source="attorney/cases"
          caseId={caseId}
          document={opened}
          onVerified={onSeen}
        />
      </Suspense>
    </Section>
  );
}
