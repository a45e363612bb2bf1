import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconCheck, IconFileText, IconX } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { Seen } from '../../document/document-view.tsx';
import { ToolsPlace } from '../../document/tools.tsx';
import { plainName } from '../../shared/format.ts';
import { Empty, Key } from '../../shared/parts.tsx';
import tabClasses from '../../shared/tabs.module.css';
import type { Documents, OpenedDocument } from './documents.tsx';
import classes from './viewer.module.css';

const DocumentView = lazy(() => import('../../document/document-view.tsx'));

interface ViewerProps {
  caseId: string;
  documents: Documents;
  /** The documents under review. They have tabs even before they are opened. */
  required: readonly OpenedDocument[];
  /** Called with the hash of the displayed bytes once it matches the recorded hash. */
  onSeen: (contentHash: string, how: Seen) => void;
}

/** Shows the open document, with a tab for each document under review. */
export function Viewer({ caseId, documents, required, onSeen }: ViewerProps) {
  const { opened, open, seen } = documents;
  const [toolsPlace, setToolsPlace] = useState<HTMLElement | null>(null);
  const isOther = opened !== null && required.every(({ id }) => id !== opened.id);
  const tabs = isOther ? [...required, opened] : required;
  return (
    <div className={`${classes['viewer']} no-print`} role="group" aria-label="Document">
      <div className={classes['bar']}>
        <div className={classes['tabs']} role="group" aria-label="Documents">
          {tabs.map((document) => (
            <UnstyledButton
              key={document.id}
              className={tabClasses['tab']}
              aria-pressed={document.id === opened?.id}
              onClick={() => open(document)}
            >
              {seen[document.contentHash] !== undefined && <IconCheck size={14} stroke={2.25} aria-hidden />}
              <bdi>{plainName(document.filename)}</bdi>
              {seen[document.contentHash] !== undefined && <span className="sr">, opened</span>}
            </UnstyledButton>
          ))}
        </div>
        <div className={classes['tools']} ref={setToolsPlace} />
        {required.length === 0 && (
          <ActionIcon variant="subtle" c="var(--ink-2)" aria-label="Close document" onClick={() => open(null)}>
            <IconX size={16} aria-hidden />
          </ActionIcon>
        )}
      </div>
      {opened === null ? (
        <div className={classes['none']}>
          <Empty icon={<IconFileText size={20} aria-hidden />} title="No document is open">
            Open each document to read it here, or press <Key>O</Key>.
          </Empty>
        </div>
      ) : (
        <Suspense>
          <ToolsPlace value={toolsPlace}>
            <DocumentView
              key={`${opened.id} ${opened.contentHash}`}
              source="attorney/cases"
              caseId={caseId}
              document={opened}
              onVerified={onSeen}
            />
          </ToolsPlace>
        </Suspense>
      )}
    </div>
  );
}
