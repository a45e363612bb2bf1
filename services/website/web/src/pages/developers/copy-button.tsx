import { Group, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { SmallButton } from '../../shared/small-button.tsx';

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
