import { maxDocumentBytes } from '@evict/contract/limits';
import { Button, Code, FileButton, Group, Progress, Stack, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { sha256Of } from '../api/call.ts';
import { Refusal } from '../api/refusal.ts';
import { confirm } from './confirm.tsx';
import classes from './drop-files.module.css';
import { plainName } from './format.ts';
import { Hint, SmallButton } from './parts.tsx';
import { RefusalAlert } from './query-state.tsx';
import { useFileDrop } from './use-file-drop.ts';

interface DropFilesProps {
  /** Says which files are accepted. */
  hint: string;
  accept: string;
  purpose: string;
  sending: ReturnType<typeof useUploads>;
}

/** An area for dropping or choosing files. Shows the progress and the result of each. */
export function DropFiles({ hint, accept, purpose, sending }: DropFilesProps) {
  const reset = useRef<() => void>(null);
  const { uploads, send, again, stop } = sending;
  const add = (files: readonly File[]) => files.forEach((file) => send(file, purpose));
  const drop = useFileDrop(add);
  return (
    <>
      <div className={classes['drop']} {...drop}>
        <IconUpload size={20} aria-hidden />
        <div className={classes['words']}>
          <Text size="sm" fw={500}>
            Drop files here, or choose them
          </Text>
          <Hint>{hint}</Hint>
        </div>
        <FileButton
          multiple
          accept={accept}
          resetRef={reset}
          onChange={(files) => {
            add(files);
            reset.current?.(); // otherwise the same file couldn't be chosen again
          }}
        >
          {(props) => (
            <Button variant="default" {...props}>
              Choose files
            </Button>
          )}
        </FileButton>
      </div>
      {uploads.length > 0 && (
        <Stack gap="xs" role="group" aria-label="Uploads">
          {uploads.map((one) => (
            <Upload key={one.key} sending={one} again={() => again(one)} stop={() => stop(one)} />
          ))}
        </Stack>
      )}
    </>
  );
}

function Upload({ sending, again, stop }: { sending: Sending; again: () => void; stop: () => void }) {
  const { file, part, hash, state, error } = sending;
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

/** A file that is being sent, or the result of sending it. */
interface Sending {
  key: string;
  file: File;
  purpose: string;
  /** The fraction that has been sent, from 0 to 1. */
  part: number;
  /** The hash of the bytes in hex, computed in the browser. Null until it is known. */
  hash: string | null;
  state: 'sending' | 'added' | 'failed';
  error: unknown;
}

/** Sends a file. Calls `onProgress` with the fraction that has been sent. */
type SendFile = (
  file: File,
  purpose: string,
  how: { onProgress: (part: number) => void; signal: AbortSignal },
) => Promise<void>;

/** Sends files one after another. Leaving the page cancels the unsent ones, so the page asks for confirmation first. */
export function useUploads(sendFile: SendFile, onAdded: () => void) {
  const [uploads, setUploads] = useState<readonly Sending[]>([]);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const stops = useRef(new Map<string, AbortController>());
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
      for (const stop of stops.current.values()) stop.abort();
    };
  }, []);
  const set = (key: string, part: Partial<Sending>) =>
    setUploads((before) => before.map((one) => (one.key === key ? { ...one, ...part } : one)));

  const run = async ({ key, file, purpose }: Sending, { signal }: AbortController) => {
    if (signal.aborted || isLeft.current) return;
    try {
      // Reject a file this large without reading it.
      if (file.size > maxDocumentBytes)
        throw new Refusal('payload_too_large', { message: 'A file can be at most 10 MB.' });
      set(key, { hash: await sha256Of(await file.arrayBuffer()) });
      await sendFile(file, purpose, { onProgress: (part) => set(key, { part }), signal });
      set(key, { state: 'added', part: 1 });
      onAdded();
    } catch (error) {
      if (!signal.aborted) set(key, { state: 'failed', error });
    }
  };
  const enqueue = (one: Sending) => {
    const stop = new AbortController();
    stops.current.set(one.key, stop);
    queue.current = queue.current.then(() => run(one, stop));
  };
  const isSending = uploads.some(({ state }) => state === 'sending');
  useBlocker({
    shouldBlockFn: async () =>
      !(await confirm({
        title: 'Files are still being sent',
        meaning: 'Files that are still uploading will not be added if you leave now.',
        verb: 'Leave without them',
        isDangerous: true,
      })),
    enableBeforeUnload: isSending,
    disabled: !isSending,
  });
  return {
    uploads,
    send: (file: File, purpose: string) => {
      const key = crypto.randomUUID();
      const one: Sending = { key, file, purpose, part: 0, hash: null, state: 'sending', error: null };
      setUploads((before) => [...before, one]);
      enqueue(one);
    },
    again: (one: Sending) => {
      set(one.key, { state: 'sending', part: 0, error: null });
      enqueue(one);
    },
    stop: ({ key }: Sending) => {
      stops.current.get(key)?.abort();
      setUploads((before) => before.filter((one) => one.key !== key));
    },
  };
}
