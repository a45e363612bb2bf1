import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { CopyButton } from './copy-button.tsx';

interface SecretOnceProps {
  title: string;
  help: string;
  secret: string;
  onDone: () => void;
}

/** A secret that the service shows only now. It leaves the page with this element. */
export function SecretOnce({ title, help, secret, onDone }: SecretOnceProps) {
  return (
    <Alert color="green" variant="outline" title={title} role="status">
      <Stack gap="sm">
        <Text size="sm">{help}</Text>
        <Code block className="wrapped" data-secret>
          {secret}
        </Code>
        <Group justify="space-between">
          <CopyButton text={secret} what={title.toLowerCase()} />
          <Button size="xs" variant="subtle" onClick={onDone}>
            Done
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
