import { Button, Code, FileInput, Group, NativeSelect, Progress, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { type AttorneyCase, reviewRequirementsQuery } from '../../api/queries.ts';
import type { Seen } from '../../document/document-view.tsx';
import { sha256Of } from '../../api/call.ts';
import { DialogButton } from '../../shared/dialog.tsx';
import { optionsOf } from '../../shared/form.tsx';
import { Hint, Section, ToneBadge } from '../../shared/parts.tsx';
import { RefusalAlert } from '../../shared/query-state.tsx';
import { upload } from '../../shared/upload.ts';
import { documentKindNames } from '../../wording/names.ts';
import { type SeenBytes, useCaseChanged } from './use-case.ts';

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
          <DocumentRow key={document.id} document={document} documents={documents} />
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
  /** It was not there when the attorney last approved. */
  isNew?: boolean;
  /** Whether it has to be opened. */
  isRequired?: boolean;
}

/** A document with the button that opens it in the page, and whether it was seen. */
export function DocumentRow({ document, documents, note, isNew = false, isRequired = false }: DocumentRowProps) {
  const seen = documents.seen[document.contentHash];
  return (
    <Group gap="xs" role="group" aria-label={document.filename}>
      <Button
        variant="default"
        aria-pressed={documents.opened?.id === document.id}
        fw={documents.opened?.id === document.id ? 700 : 500}
        size="xs"
        h="auto"
        py={6}
        styles={{ label: { whiteSpace: 'normal' } }}
        className="breakable"
        onClick={() => documents.open(document)}
      >
        Open {document.filename}
      </Button>
      {note !== undefined && <Hint>{note}</Hint>}
      {isNew && <ToneBadge tone="warning">New</ToneBadge>}
      {seen === 'shown' && <ToneBadge tone="good">Opened</ToneBadge>}
      {seen === 'broken' && <ToneBadge tone="warning">Opened, could not be shown</ToneBadge>}
      {isRequired && seen === undefined && <ToneBadge tone="neutral">Not opened</ToneBadge>}
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
}

/** The open document, beside the facts. */
export function Viewer({ caseId, opened, onSeen }: ViewerProps) {
  if (opened === null) {
    return (
      <Section title="Document">
        <Text c="dimmed">Open a document to read it here.</Text>
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

const attachmentKindNames = {
  notice: 'Notice to be served',
  filing: 'Paper to be filed',
  proof: 'Proof, or a copy as served or filed',
} as const;

type Kind = keyof typeof attachmentKindNames;

/** The button and the form with which an attorney attaches what they will serve or file, or a proof. */
function AttachDocument({ one }: { one: AttorneyCase }) {
  return <DialogButton verb="Attach document">{(close) => <AttachForm one={one} close={close} />}</DialogButton>;
}

function AttachForm({ one, close }: { one: AttorneyCase; close: () => void }) {
  const changed = useCaseChanged(one.id);
  const [kind, setKind] = useState<Kind>(kindFor(one.state));
  const [replaces, setReplaces] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [part, setPart] = useState(0);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const hash = useFileHash(file);
  const attach = useMutation({
    mutationFn: (chosen: File) => {
      stop.current = new AbortController();
      return upload({
        operation: 'POST /v1/attorney/cases/{id}/documents',
        caseId: one.id,
        fields: { kind, filename: chosen.name, ...(replaces !== '' && { replaces }) },
        file: chosen,
        onProgress: setPart,
        signal: stop.current.signal,
      });
    },
    onSuccess: () => {
      close();
      changed();
    },
  });
  const replaceable = one.documents.filter((document) => document.kind === kind);
  const names = Object.fromEntries(replaceable.map(({ id, filename }) => [id, filename]));
  return (
    <Stack>
      <Text size="sm">PDF, JPEG or PNG, at most 10 MB. A new notice or filing needs your approval again.</Text>
      <RefusalAlert error={attach.error} />
      <NativeSelect
        label="Kind"
        value={kind}
        onChange={({ currentTarget }) => {
          setKind(currentTarget.value as Kind);
          setReplaces('');
        }}
        data={optionsOf(attachmentKindNames)}
      />
      {kind !== 'proof' && replaceable.length > 0 && (
        <NativeSelect
          label="Replaces"
          value={replaces}
          onChange={({ currentTarget }) => setReplaces(currentTarget.value)}
          data={optionsOf(names, 'Nothing')}
        />
      )}
      <FileInput
        label="File"
        accept="application/pdf,image/jpeg,image/png"
        value={file}
        onChange={setFile}
        placeholder="Choose a file"
      />
      {hash !== null && (
        <Text size="sm">
          SHA-256 of the file: <Code className="breakable">{hash}</Code>
        </Text>
      )}
      {attach.isPending && <Progress value={part * 100} aria-label="Attach document" />}
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button
          disabled={file === null || hash === null}
          loading={attach.isPending}
          onClick={() => file && attach.mutate(file)}
        >
          Attach document
        </Button>
      </Group>
    </Stack>
  );
}

/** The kind that is most likely meant. */
function kindFor(state: AttorneyCase['state']): Kind {
  if (state === 'notice_review' || state === 'notice_approved') return 'notice';
  return state.startsWith('filing_re') || state === 'filing_approved' ? 'filing' : 'proof';
}

/** The hash of a file before it is sent, in hex; null until it is known. */
function useFileHash(file: File | null): string | null {
  const [hash, setHash] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    setHash(null);
    void file
      ?.arrayBuffer()
      .then(sha256Of)
      .then((found) => isCurrent && setHash(found));
    return () => {
      isCurrent = false;
    };
  }, [file]);
  return hash;
}
