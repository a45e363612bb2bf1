import { Button, FileInput, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { refusalOf } from '../api/call.ts';
import { Refusal } from '../api/refusal.ts';
import { Done, FormPage } from '../shared/form.tsx';
import { RefusalAlert } from '../shared/query-state.tsx';
import { useAction } from '../shared/use-action.ts';

/** The page of a link to upload one file, for whoever was given it. */
export function UploadLink() {
  const [file, setFile] = useState<File | null>(null);
  const [isDone, setDone] = useState(false);
  const send = useAction({
    async run() {
      const response = await fetch(`/v1${location.pathname}`, { method: 'PUT', body: file }).catch(() => null);
      if (!response) throw new Refusal('unreachable');
      if (!response.ok) throw await refusalOf(response);
    },
    onDone: () => setDone(true),
  });
  if (isDone)
    return (
      <FormPage title="Upload a file">
        <Done title="The file has arrived" help="You can close this page. The link does not work again." />
      </FormPage>
    );
  return (
    <FormPage title="Upload a file">
      <Stack>
        <Text size="sm">
          For one file of at most 10 MB: a PDF, JPEG or PNG. The link works once, within 15 minutes.
        </Text>
        <FileInput label="File" value={file} onChange={setFile} />
        <RefusalAlert error={send.error} />
        <Group>
          <Button {...send.button} disabled={file === null}>
            Upload
          </Button>
        </Group>
      </Stack>
    </FormPage>
  );
}
