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
import { evidenceUploadWords as words } from '../wording/intake.ts';
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
      !(await confirm({ title: words.leaveTitle, meaning: words.leaveMeaning, verb: words.leave, isDangerous: true })),
    enableBeforeUnload: isSending,
    disabled: !isSending,
  });
  const add = (files: readonly File[]) =>
    files.forEach((file) => send(file, one.state === 'draft' ? purpose : 'other'));
  return (
    <Stack>
      {one.state === 'draft' && (
        <NativeSelect
          label={words.purpose}
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
        <Text>{words.drop}</Text>
        <Hint mb="sm">{words.help}</Hint>
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
        {state === 'sending' && words.sending(name, Math.round(part * 100))}
        {state === 'added' && words.added(name)}
        {state === 'failed' && words.failed(name)}
      </Text>
      {hash !== null && (
        <Text size="xs" c="dimmed">
          {words.hash}: <Code>{hash}</Code>
        </Text>
      )}
      {state === 'sending' && (
        <Group w="100%">
          <Progress flex={1} value={part * 100} aria-label={name} />
          <SmallButton onClick={stop}>{evidenceWords.cancel}</SmallButton>
        </Group>
      )}
      {state === 'failed' && (
        <RefusalAlert error={error}>
          <SmallButton onClick={again}>{words.again}</SmallButton>
        </RefusalAlert>
      )}
    </Stack>
  );
}
