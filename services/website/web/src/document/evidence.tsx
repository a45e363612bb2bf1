import { Button, Code, FileButton, Group, NativeSelect, Paper, Progress, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { Case } from '../api/queries.ts';
import { Refusal } from '../api/refusal.ts';
import { confirm } from '../shared/confirm.tsx';
import { optionsOf } from '../shared/form.tsx';
import { plainName } from '../shared/format.ts';
import { Hint, SmallButton } from '../shared/parts.tsx';
import { RefusalAlert } from '../shared/query-state.tsx';
import { upload } from '../shared/upload.ts';
import { sha256Of } from '../api/call.ts';

const purposes = {
  lease: 'Lease',
  ledger: 'Ledger',
  correspondence: 'Correspondence',
  other: 'Other evidence',
  authority: 'Authority to act for the owner',
  prior_notice: 'Prior notice',
  prior_notice_proof: 'Proof of its service',
};

/** The interface has no purposes of their own for these. */
const sentAsOther: readonly string[] = ['lease', 'ledger', 'correspondence'];

/**
 * Sends files that prove what the case says: dropped or chosen, each with its progress and the hash of its bytes. After its
 * submit a case takes other evidence only.
 */
export function Evidence({ one, onAdded }: { one: Case; onAdded: () => void }) {
  const [purpose, setPurpose] = useState('lease');
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
    files.forEach((file) => send(file, one.state === 'draft' && !sentAsOther.includes(purpose) ? purpose : 'other'));
  return (
    <Stack>
      {one.state === 'draft' && (
        <NativeSelect
          label="What they are"
          data={optionsOf(purposes)}
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
          {uploads.map((sending) => (
            <Upload key={sending.key} sending={sending} again={() => again(sending)} stop={() => stop(sending)} />
          ))}
        </Stack>
      )}
    </Stack>
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

/** A file on its way, or what became of it. */
export interface Sending {
  key: string;
  file: File;
  purpose: string;
  /** From 0 to 1. */
  part: number;
  /** Of the bytes, in hex, computed here; null until it is known. */
  hash: string | null;
  state: 'sending' | 'added' | 'failed';
  error: unknown;
}

/** Of one document, as the service counts it. A larger file is not even read. */
const largestBytes = 10 * 1024 * 1024;

/** Sends files as evidence of a case, one after the other. Leaving the page stops what has not been sent. */
export function useUploads(caseId: string, onAdded: () => void) {
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
      if (file.size > largestBytes) throw new Refusal('payload_too_large', { message: 'A file can be at most 10 MB.' });
      set(key, { hash: await sha256Of(await file.arrayBuffer()) });
      await upload({
        operation: 'POST /v1/cases/{id}/documents',
        caseId,
        fields: { filename: file.name, purpose },
        file,
        onProgress: (part) => set(key, { part }),
        signal,
      });
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
