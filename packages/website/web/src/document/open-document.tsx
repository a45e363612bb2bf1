import { lazy } from 'react';
import { DialogButton } from '../shared/dialog.tsx';
import { plainName } from '../shared/format.ts';
import type { DocumentSource } from './read-document.ts';

const DocumentView = lazy(() => import('./document-view.tsx'));

interface OpenDocumentProps {
  source: DocumentSource;
  /** Empty for a file in the inbox. */
  caseId: string;
  document: { id: string; filename: string; contentHash: string };
}

/** A button that opens a document in a dialog. */
export function OpenDocument({ source, caseId, document }: OpenDocumentProps) {
  const name = plainName(document.filename);
  return (
    <>
      <span data-printed={name} className="breakable" />
      <DialogButton
        verb={`Open ${name}`}
        title={name}
        button={{ size: 'xs', h: 'auto', py: 6, styles: { label: { whiteSpace: 'normal' } } }}
        dialog={{ size: 'xl' }}
      >
        {() => <DocumentView source={source} caseId={caseId} document={document} />}
      </DialogButton>
    </>
  );
}
