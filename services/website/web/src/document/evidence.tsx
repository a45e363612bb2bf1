import { Button, Code, FileButton, Group, NativeSelect, Paper, Progress, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { Case } from '../api/queries.ts';
import { confirm } from '../shared/confirm.ts';
import { Hint } from '../shared/hint.tsx';
import { optionsOf } from '../shared/options.ts';
import { plainName } from '../shared/plain-name.ts';
import { RefusalAlert } from '../shared/refusal-alert.tsx';
import { SmallButton } from '../shared/small-button.tsx';
import { evidenceWords } from '../wording/case.ts';
import { type Sending, useUploads } from './use-uploads.ts';

/**
 * Sends files that prove what the case says: dropped or chosen, each with its progress and the hash of its bytes. After its
 * submit a case takes other evidence only.
 */
export function Evidence({ one, onAdded }: { one: Case; onAdded: () => void }) {
  const [purpose, setPurpose] = useState('other');
  const [isOver, setOver] = useState(false);
  const { uploads, send, again, stop } = useUploads(one.id, onAdded);
  const reset = useRef<() => void>(null);
  const isSending = uploads.some(({ state }) => state === 'sending');
  useBlocker({
    shouldBlockFn: async () =>
      !(await confirm({
        title: 'Files are still being sent',
        meaning: 'Files that have not arrived yet are not added if you go on now.',
        verb: 'Go on without them',
        isDangerous: true,
      })),
    enableBeforeUnload: isSending,
    disabled: !isSending,
  });
  const add = (files: readonly File[]) =>
    files.forEach((file) => send(file, one.state === 'draft' ? purpose : 'other'));
  return (
    <Stack>
      {one.state === 'draft' && (
        <NativeSelect
          label="What they are"
          data={optionsOf(evidenceWords.purposes)}
          value={purpose}
          onChange={({ currentTarget }) => setPurpose(currentTarget.value)}
          data-path="documents"
        />
      )}
      <Paper
        withBorder
        p="md"
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
        <Text>Drop files here, or choose them</Text>
        <Hint mb="sm">PDF, JPEG or PNG, at most 10 MB each.</Hint>
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
              Choose files
            </Button>
          )}
        </FileButton>
      </Paper>
      {uploads.length > 0 && (
        <Stack gap="xs" role="group" aria-label="Uploads">
          {uploads.map((upload) => (
            <Upload key={upload.key} upload={upload} again={() => again(upload)} stop={() => stop(upload)} />
          ))}
        </Stack>
      )}
    </Stack>
  );
}

function Upload({ upload, again, stop }: { upload: Sending; again: () => void; stop: () => void }) {
  const { file, part, hash, state, error } = upload;
  const name = plainName(file.name);
  return (
    <Stack gap={4} align="start" className="breakable">
      <Text size="sm" fw={500} role={state === 'added' ? 'status' : undefined}>
        {state === 'sending' && `${name}: ${Math.round(part * 100)}% sent`}
        {state === 'added' && `${name} was added`}
        {state === 'failed' && `${name} was not added`}
      </Text>
      {hash !== null && (
        <Text size="xs" c="dimmed">
          SHA-256: <Code>{hash}</Code>
        </Text>
      )}
      {state === 'sending' && (
        <Group w="100%">
          <Progress flex={1} value={part * 100} aria-label={name} />
          <SmallButton onClick={stop}>Cancel</SmallButton>
        </Group>
      )}
      {state === 'failed' && (
        <RefusalAlert error={error}>
          <SmallButton onClick={again}>Send again</SmallButton>
        </RefusalAlert>
      )}
    </Stack>
  );
}
