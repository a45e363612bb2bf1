import { Button, Code, FileButton, Group, NativeSelect, Paper, Progress, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { Case } from '../../api/queries.ts';
import { OpenDocument } from '../../document/open-document.tsx';
import { confirm } from '../../shared/confirm.ts';
import { RefusalAlert } from '../../shared/refusal-alert.tsx';
import { evidenceWords } from '../../wording/case.ts';
import { evidenceUploadWords as words } from '../../wording/intake.ts';
import { type Sending, useUploads } from './use-uploads.ts';

/** Files that prove what the case says: dropped or chosen, each with its progress and the hash of its bytes. */
export function EvidenceStep({ one, onAdded }: { one: Case; onAdded: () => void }) {
  const [purpose, setPurpose] = useState('other');
  const [isOver, setOver] = useState(false);
  const { uploads, send, again } = useUploads(one.id, onAdded);
  const reset = useRef<() => void>(null);
  const isSending = uploads.some(({ state }) => state === 'sending');
  useBlocker({
    shouldBlockFn: async () =>
      !(await confirm({ title: words.leaveTitle, meaning: words.leaveMeaning, verb: words.leave, isDangerous: true })),
    enableBeforeUnload: isSending,
    disabled: !isSending,
  });
  const add = (files: readonly File[]) => files.forEach((file) => send(file, purpose));
  return (
    <Stack>
      <NativeSelect
        label={words.purpose}
        data={Object.entries(evidenceWords.purposes).map(([value, label]) => ({ value, label }))}
        value={purpose}
        onChange={({ currentTarget }) => setPurpose(currentTarget.value)}
        data-path="documents"
      />
      <Paper
        withBorder
        p="xl"
        ta="center"
        bg={isOver ? 'var(--mantine-color-default-hover)' : 'transparent'}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          add([...event.dataTransfer.files]);
        }}
      >
        <Text>{words.drop}</Text>
        <Text size="sm" c="dimmed" mb="sm">
          {words.help}
        </Text>
        <FileButton
          multiple
          accept="application/pdf,image/jpeg,image/png"
          resetRef={reset}
          onChange={(files) => {
            add(files);
            reset.current?.(); // or the same file could not be chosen again
          }}
        >
          {(props) => (
            <Button variant="default" {...props}>
              {words.choose}
            </Button>
          )}
        </FileButton>
      </Paper>
      {uploads.length > 0 && (
        <Stack gap="xs" role="group" aria-label={words.uploads}>
          {uploads.map((upload) => (
            <Upload key={upload.key} upload={upload} again={again} />
          ))}
        </Stack>
      )}
      <Stack gap="xs" align="start">
        {one.documents.map((document) => (
          <OpenDocument key={document.id} source="cases" caseId={one.id} document={document} />
        ))}
      </Stack>
    </Stack>
  );
}

function Upload({ upload, again }: { upload: Sending; again: (upload: Sending) => void }) {
  const { file, part, hash, state, error } = upload;
  return (
    <div className="breakable">
      <Text size="sm" fw={500}>
        {state === 'sending' && words.sending(file.name, Math.round(part * 100))}
        {state === 'added' && words.added(file.name)}
        {state === 'failed' && words.failed(file.name)}
      </Text>
      {hash !== null && (
        <Text size="xs" c="dimmed">
          {words.hash}: <Code>{hash}</Code>
        </Text>
      )}
      {state === 'sending' && <Progress value={part * 100} aria-label={file.name} />}
      {state === 'failed' && (
        <RefusalAlert error={error}>
          <Group>
            <Button size="xs" variant="default" onClick={() => again(upload)}>
              {words.again}
            </Button>
          </Group>
        </RefusalAlert>
      )}
    </div>
  );
}
