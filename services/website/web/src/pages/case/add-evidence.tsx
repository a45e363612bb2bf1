import { Button, FileButton, Group, NativeSelect, Progress, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import type { Case } from '../../api/queries.ts';
import { useMutation } from '@tanstack/react-query';
import { RefusalAlert } from '../../shared/refusal-alert.tsx';
import { plainName } from '../../shared/plain-name.ts';
import { upload } from '../../shared/upload.ts';
import { evidenceWords as words } from '../../wording/case.ts';
import { useCaseUpdate } from './use-case-action.ts';

/** Sends a file as evidence. After its submit a case takes other evidence only. */
export function AddEvidence({ one }: { one: Case }) {
  const [purpose, setPurpose] = useState<string>('other');
  const [part, setPart] = useState(0);
  const stop = useRef<AbortController>(null);
  const reset = useRef<() => void>(null);
  const { refresh } = useCaseUpdate(one);
  const send = useMutation({
    mutationFn: async (file: File) => {
      stop.current = new AbortController();
      setPart(0);
      return upload({
        operation: 'POST /v1/cases/{id}/documents',
        caseId: one.id,
        fields: { filename: file.name, purpose: one.state === 'draft' ? purpose : 'other' },
        file,
        onProgress: setPart,
        signal: stop.current.signal,
      });
    },
    onSettled: () => void refresh(),
  });
  const isStopped = stop.current?.signal.aborted === true;
  return (
    <Stack gap="xs">
      <Group align="end">
        {one.state === 'draft' && (
          <NativeSelect
            label={words.purpose}
            data={Object.entries(words.purposes).map(([value, label]) => ({ value, label }))}
            value={purpose}
            onChange={(event) => setPurpose(event.currentTarget.value)}
          />
        )}
        <FileButton
          accept="application/pdf,image/jpeg,image/png"
          resetRef={reset}
          onChange={(file) => {
            if (file) send.mutate(file);
            reset.current?.(); // or the same file could not be chosen again
          }}
        >
          {(props) => (
            <Button variant="default" loading={send.isPending} {...props}>
              {words.add}
            </Button>
          )}
        </FileButton>
      </Group>
      <Text size="sm" c="dimmed">
        {words.help}
      </Text>
      {send.isPending && (
        <Stack gap="xs">
          <Text size="sm" className="breakable">
            {words.sending(plainName(send.variables.name), Math.round(part * 100))}
          </Text>
          <Progress value={part * 100} aria-label={send.variables.name} />
          <Group>
            <Button size="xs" variant="default" onClick={() => stop.current?.abort()}>
              {words.cancel}
            </Button>
          </Group>
        </Stack>
      )}
      {send.data && !send.isPending && (
        <Text size="sm" className="breakable" role="status">
          {words.added(plainName(send.data.filename))}
        </Text>
      )}
      {!isStopped && <RefusalAlert error={send.error} />}
    </Stack>
  );
}
