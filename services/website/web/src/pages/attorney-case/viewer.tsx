import { Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { Seen } from '../../document/document-view.tsx';
import { deskWords as words } from '../../wording/desk.ts';
import { Section } from '../../shared/section.tsx';
import type { SeenBytes } from './use-seen.ts';

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
