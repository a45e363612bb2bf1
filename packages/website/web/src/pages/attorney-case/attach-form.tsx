import { Button, Code, FileInput, Group, NativeSelect, Progress, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { sha256Of } from '../../api/call.ts';
import type { AttorneyCase } from '../../api/queries.ts';
import { optionsOf } from '../../shared/form.tsx';
import { RefusalAlert } from '../../shared/query-state.tsx';
import { upload } from '../../shared/upload.ts';
import { useCaseChanged } from './use-case.ts';

const attachmentKindNames = {
  notice: 'Notice to be served',
  filing: 'Paper to be filed',
  proof: 'Proof, or a copy as served or filed',
} as const;

type Kind = keyof typeof attachmentKindNames;

/** The form for attaching a paper to serve or file, or a proof. */
export default function AttachForm({ one, close }: { one: AttorneyCase; close: () => void }) {
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

/** Returns the kind of document that is most likely to be attached in this state. */
function kindFor(state: AttorneyCase['state']): Kind {
  if (state === 'notice_review' || state === 'notice_approved') return 'notice';
  return state.startsWith('filing_re') || state === 'filing_approved' ? 'filing' : 'proof';
}

/** Computes the hash of a file before it is sent, in hex. Returns null until it is known. */
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
