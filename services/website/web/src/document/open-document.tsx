import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { plainName } from '../shared/plain-name.ts';
import { documentWords as words } from '../wording/documents.ts';
import type { DocumentSource } from './read-document.ts';
import { Dialog } from '../shared/dialog.tsx';
import { SmallButton } from '../shared/small-button.tsx';

const DocumentView = lazy(() => import('./document-view.tsx'));

interface OpenDocumentProps {
  source: DocumentSource;
  caseId: string;
  document: { id: string; filename: string; contentHash: string };
}

/** The button that opens a document in the page. */
export function OpenDocument({ source, caseId, document }: OpenDocumentProps) {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <SmallButton onClick={open} h="auto" py={6} styles={{ label: { whiteSpace: 'normal' } }}>
        {words.open} {plainName(document.filename)}
      </SmallButton>
      <Dialog opened={isOpen} onClose={close} title={plainName(document.filename)} size="xl">
        <Suspense>
          <DocumentView source={source} caseId={caseId} document={document} />
        </Suspense>
      </Dialog>
    </>
  );
}
