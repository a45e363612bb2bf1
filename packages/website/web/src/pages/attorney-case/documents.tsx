import { UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconCheck, IconFile } from '@tabler/icons-react';
import { lazy } from 'react';
import { type AttorneyCase, reviewRequirementsQuery } from '../../api/queries.ts';
import { DialogButton, type DialogButtonProps } from '../../shared/dialog.tsx';
import { plainName } from '../../shared/format.ts';
import { Hint, Lines, Section, Tag } from '../../shared/parts.tsx';
import { documentKindNames } from '../../wording/names.ts';
import { isNewSince } from './changes.ts';
import classes from './documents.module.css';
import type { SeenBytes } from './use-case.ts';

export interface OpenedDocument {
  id: string;
  filename: string;
  contentHash: string;
}

/** The open document, and the documents that this attorney has already opened, by content hash. */
export interface Documents {
  opened: OpenedDocument | null;
  open: (document: OpenedDocument | null) => void;
  seen: SeenBytes;
}

/** Lists the evidence, and the other documents that aren't under review. */
export function OtherDocuments({ one, documents }: { one: AttorneyCase; documents: Documents }) {
  const requirements = useQuery(reviewRequirementsQuery(one.id));
  const required = new Set(requirements.data?.documents.map(({ id }) => id));
  const evidence = new Set(one.evidence.map(({ id }) => id));
  const papers = one.documents.filter(({ id }) => !required.has(id) && !evidence.has(id));
  return (
    <>
      <Section title="Customer's evidence">
        {one.evidence.length === 0 && <Hint>The customer has not uploaded anything.</Hint>}
        <Lines>
          {one.evidence.map((document) => (
            <DocumentRow
              key={document.id}
              document={document}
              documents={documents}
              isNew={isNewSince(one, document.createdAt)}
            />
          ))}
        </Lines>
      </Section>
      <Section
        title="Other documents"
        beside={<AttachDocument one={one} verb="Attach document" button={{ size: 'xs' }} />}
      >
        {papers.length === 0 && <Hint>Attach what you serve or file, and proof of it.</Hint>}
        <Lines>
          {papers.map((document) => (
            <DocumentRow
              key={document.id}
              document={document}
              documents={documents}
              note={documentKindNames[document.kind]}
              isNew={isNewSince(one, document.createdAt)}
            />
          ))}
        </Lines>
      </Section>
    </>
  );
}

interface DocumentRowProps {
  document: OpenedDocument;
  documents: Documents;
  note?: string;
  /** Whether the document was added after changes were requested, or after an approval that was refused. */
  isNew?: boolean;
  /** Whether the document has to be opened before an approval. */
  isRequired?: boolean;
}

/** A row for a document, which opens in the page. Says whether the document was displayed. */
export function DocumentRow({ document, documents, note, isNew = false, isRequired = false }: DocumentRowProps) {
  const seen = documents.seen[document.contentHash];
  const isOpen = documents.opened?.id === document.id;
  const name = plainName(document.filename);
  return (
    <li>
      <div role="group" aria-label={name} className={classes['row']}>
        {seen === 'shown' ? (
          <IconCheck size={16} stroke={2.25} color="var(--good)" aria-hidden />
        ) : (
          <IconFile size={16} color="var(--ink-3)" aria-hidden />
        )}
        <span data-printed={name} className={`${classes['name']} breakable`}>
          <UnstyledButton
            className={classes['open']}
            aria-pressed={isOpen}
            aria-label={`Open ${name}`}
            onClick={() => documents.open(document)}
          >
            {name}
          </UnstyledButton>
          {note !== undefined && <small>{note}</small>}
          {isNew && <Tag tone="warning">New</Tag>}
        </span>
        <span className={classes['note']}>
          {seen === undefined ? (
            isRequired && 'Not opened'
          ) : seen === 'broken' ? (
            <Tag tone="warning">Could not be shown</Tag>
          ) : isOpen ? (
            'Open now'
          ) : (
            'Opened'
          )}
        </span>
      </div>
    </li>
  );
}

const AttachForm = lazy(() => import('./attach-form.tsx'));

interface AttachProps extends Pick<DialogButtonProps, 'verb' | 'button'> {
  one: AttorneyCase;
}

/** A button that opens the form for attaching a paper or a proof. */
export function AttachDocument({ one, ...props }: AttachProps) {
  return (
    <DialogButton title="Attach document" {...props}>
      {(close) => <AttachForm one={one} close={close} />}
    </DialogButton>
  );
}
