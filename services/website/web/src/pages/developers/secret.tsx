import type { CreateCaseBody } from '@evict/contract';
import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import type { Mode } from '../../api/mode.ts';
import { pageData } from '../../api/page-data.ts';
import { Section, SmallButton } from '../../shared/parts.tsx';

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
function CopyButton({ text, what }: { text: string; what: string }) {
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

/** Lines for a shell, with the key filled in. They contain nothing that others wrote. */
export function FirstCalls({ mode, secret }: { mode: Mode; secret: string | null }) {
  return (
    <Section
      title="First calls"
      help={
        secret === null ? 'Create a key above, and it is filled in here.' : 'With the key that you have just created.'
      }
    >
      {firstCalls(location.origin, mode, secret).map(({ title, command }) => (
        <Stack key={title} gap={4}>
          <Group justify="space-between">
            <Text size="sm" fw={600}>
              {title}
            </Text>
            <CopyButton text={command} what={title.toLowerCase()} />
          </Group>
          <Code block className="wrapped">
            {command}
          </Code>
        </Stack>
      ))}
    </Section>
  );
}

/** What a draft is made of: the rest follows by PATCH. Without an apostrophe, which would end the text of the shell. */
const { ground, entryPoint, property, parties } = pageData().sampleCase;
const draft: CreateCaseBody = { ground, entryPoint, property, parties, attestations: {} };

function firstCalls(origin: string, mode: Mode, secret: string | null): { title: string; command: string }[] {
  const key = `-H 'Authorization: Bearer ${secret ?? `eak_${mode}_...`}'`;
  const create = [
    `curl ${origin}/v1/cases`,
    key,
    `-H 'Content-Type: application/json'`,
    `-H "Idempotency-Key: $(uuidgen)"`,
    `-d '${JSON.stringify(draft)}'`,
  ];
  return [
    { title: 'List the cases', command: `curl ${origin}/v1/cases \\\n  ${key}` },
    // The address of the draft is one of the sandbox.
    ...(mode === 'test' ? [{ title: 'Create a draft', command: create.join(' \\\n  ') }] : []),
    { title: 'Read the events of all cases', command: `curl ${origin}/v1/events \\\n  ${key}` },
  ];
}
