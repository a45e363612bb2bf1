import { FileInput } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { refusalOf } from '../api/call.ts';
import { Refusal } from '../api/refusal.ts';
import { Done, Form, FormPage, useFormAction } from '../shared/form.tsx';

/** The page behind an upload link. Anybody with the link can upload one file. */
export function UploadLink() {
  const [isDone, setDone] = useState(false);
  const { form, action } = useFormAction({
    initialValues: { file: null as File | null },
    validate: { file: (file) => (file === null ? 'Choose a file.' : null) },
    async run({ file }) {
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
    <FormPage
      title="Upload a file"
      help="One PDF, JPEG, or PNG of at most 10 MB. The link works once, within 15 minutes."
    >
      <Form action={action} verb="Upload">
        <FileInput
          label="File"
          placeholder="Choose a file"
          leftSection={<IconUpload size={16} aria-hidden />}
          {...form.getInputProps('file')}
        />
      </Form>
    </FormPage>
  );
}
