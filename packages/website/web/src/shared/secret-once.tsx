import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { SmallButton } from './parts.tsx';

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

/** Copies a text, and says whether it did. `what` completes its name where a page has several. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const { copy, copied, error } = useClipboard({ timeout: 3000 });
  return (
    <Group gap="xs">
      <SmallButton aria-label={`Copy ${what}`} onClick={() => copy(text)}>
        Copy
      </SmallButton>
      <Text size="sm" aria-live="polite">
        {error ? 'Your browser did not allow copying. Select the text instead.' : copied ? 'Copied' : ''}
      </Text>
    </Group>
  );
}
