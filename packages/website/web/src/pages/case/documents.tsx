import { ActionIcon, Alert, Button, Text } from '@mantine/core';
import { IconDownload, IconFileText, IconPhoto, IconPlus, IconShieldCheck, IconTrash } from '@tabler/icons-react';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { call } from '../../api/call.ts';
import { type Case, caseQuery } from '../../api/queries.ts';
import { readDocument } from '../../document/read-document.ts';
import { isFinished } from '../../shared/case-facts.ts';
import { Dialog, DialogLoading } from '../../shared/dialog.tsx';
import { formatShortDay, plainName } from '../../shared/format.ts';
import { Lines, Section } from '../../shared/parts.tsx';
import { RefusalAlert } from '../../shared/query-state.tsx';
import { saveFile } from '../../shared/save-file.ts';
import { useAction } from '../../shared/use-action.ts';
import { documentKindNames, documentTitle } from '../../wording/names.ts';
import { eventDay } from './course.tsx';
import classes from './documents.module.css';
import { useCaseUpdate } from './use-case.ts';

const Evidence = lazy(async () => ({ default: (await import('../../document/evidence.tsx')).Evidence }));
const DocumentView = lazy(() => import('../../document/document-view.tsx'));

type Document = Case['documents'][number];

/** Returns whether evidence can be added to the case. A submitted test case accepts none. */
function takesEvidence(one: Case): boolean {
  return one.state === 'draft' || (one.mode === 'live' && !isFinished(one));
}

/** Lists the documents on the overview, where evidence is added in a dialog. */
export function DocumentsInBrief({ one }: { one: Case }) {
  const [isAdding, adding] = useDisclosure(false);
  const { refresh } = useCaseUpdate(one);
  return (
    <Section
      title="Documents"
      count={one.documents.length}
      beside={
        takesEvidence(one) && (
          <Button size="xs" variant="subtle" leftSection={<IconPlus size={16} aria-hidden />} onClick={adding.open}>
            Add evidence
          </Button>
        )
      }
    >
      <DocumentList one={one} />
      <Dialog opened={isAdding} onClose={adding.close} title="Add evidence">
        <Suspense fallback={<DialogLoading />}>
          <Evidence one={one} onAdded={() => void refresh()} />
        </Suspense>
      </Dialog>
    </Section>
  );
}

/** The tab with the documents, where evidence can be dropped. */
export function Documents({ one }: { one: Case }) {
  const { refresh } = useCaseUpdate(one);
  return (
    <Section title="Documents" count={one.documents.length}>
      <DocumentList one={one} />
      <div className="no-print">
        <Suspense>{takesEvidence(one) && <Evidence one={one} onAdded={() => void refresh()} />}</Suspense>
      </div>
    </Section>
  );
}

function DocumentList({ one }: { one: Case }) {
  if (one.documents.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {one.state === 'draft'
          ? 'Add the lease and other evidence. The papers of the case are prepared once you submit it.'
          : 'Documents show up here as they are created.'}
      </Text>
    );
  }
  return (
    <>
      <Lines>
        {papersFirst(one.documents).map((document) => (
          <Row key={document.id} one={one} document={document} />
        ))}
      </Lines>
      <p className={`${classes['note']} no-print`}>
        <IconShieldCheck size={14} aria-hidden />
        Each file is compared with its SHA-256 on record when you open or download it.
      </p>
    </>
  );
}

/**
 * Sorts papers that were made for the case or came from the court before the evidence. Both stay in chronological
 * order.
 */
function papersFirst(documents: readonly Document[]): Document[] {
  const isEvidence = ({ kind, specId }: Document) => Number(kind === 'evidence' && specId === null);
  return documents.toSorted((a, b) => isEvidence(a) - isEvidence(b));
}

function Row({ one, document }: { one: Case; document: Document }) {
  const { kind, filename, createdAt } = document;
  const name = plainName(filename);
  const title = documentTitle(document);
  const Icon = /\.(?:jpe?g|png)$/i.test(filename) ? IconPhoto : IconFileText;
  const download = useDownload(one, document);
  const remove = useRemove(one, document);
  const isRemovable = one.state === 'draft' && kind === 'evidence';
  return (
    <li>
      <div className={classes['document']}>
        <Icon size={16} aria-hidden />
        <div className="breakable">
          <span data-printed={title === name ? name : `${title}: ${name}`} />
          <Open one={one} document={document} title={title} name={name} />
          {title !== name && <small className="no-print">{name}</small>}
        </div>
        <span className={classes['kind']}>
          {kind === 'evidence' && document.specId !== null ? 'Summary' : documentKindNames[kind]}
        </span>
        <time dateTime={createdAt}>{formatShortDay(eventDay(one, createdAt))}</time>
        <span className={`${classes['tools']} no-print`}>
          {isRemovable && (
            <ActionIcon variant="subtle" c="var(--ink-2)" aria-label={`Remove ${name}`} {...remove.button}>
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          )}
          <ActionIcon variant="subtle" c="var(--ink-2)" aria-label={`Download ${name}`} {...download.button}>
            <IconDownload size={16} aria-hidden />
          </ActionIcon>
        </span>
      </div>
      <RefusalAlert error={remove.error ?? download.error} />
      {download.data?.isRecorded === false && (
        <Alert color="red" role="alert" title="This document does NOT match the record">
          It was not saved. Try again; if this persists, contact us.
        </Alert>
      )}
    </li>
  );
}

interface OpenProps {
  one: Case;
  document: Document;
  title: string;
  name: string;
}

function Open({ one, document, title, name }: OpenProps) {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <button
        type="button"
        className={classes['open']}
        aria-label={title === name ? `Open ${name}` : `Open ${title}, ${name}`}
        onClick={open}
      >
        {title}
      </button>
      <Dialog opened={isOpen} onClose={close} title={title} size="xl">
        <Suspense fallback={<DialogLoading />}>
          <DocumentView source="cases" caseId={one.id} document={document} />
        </Suspense>
      </Dialog>
    </>
  );
}

/** Saves a document only if its bytes equal the recorded ones. */
function useDownload(one: Case, { id, filename, contentHash }: Document) {
  return useAction({
    run: async () => {
      const { bytes, hash } = await readDocument('cases', one.id, id, new AbortController().signal);
      return { bytes, isRecorded: hash === contentHash };
    },
    onDone: ({ bytes, isRecorded }) => isRecorded && saveFile(filename, bytes, 'application/octet-stream'),
  });
}

function useRemove(one: Case, { id, filename }: Document) {
  return useAction({
    run: () => call('DELETE /v1/cases/{id}/documents/{docId}', { id: one.id, docId: id }, { mode: one.mode }),
    refresh: caseQuery(one.mode, one.id).queryKey,
    ask: {
      title: 'Remove this file?',
      meaning: `${plainName(filename)} will be removed from the draft.`,
      verb: 'Remove file',
      isDangerous: true,
    },
  });
}
