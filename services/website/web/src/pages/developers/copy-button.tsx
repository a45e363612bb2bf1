import { Group, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { developerWords as words } from '../../wording/developers.ts';
import { SmallButton } from '../../shared/small-button.tsx';

/** Copies a text, and says whether it did. `what` completes its name where a page has several. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const { copy, copied, error } = useClipboard({ timeout: 3000 });
  return (
    <Group gap="xs">
      <SmallButton aria-label={`${words.copy} ${what}`} onClick={() => copy(text)}>
        {words.copy}
      </SmallButton>
      <Text size="sm" aria-live="polite">
        {error ? words.notCopied : copied ? words.copied : ''}
      </Text>
    </Group>
  );
}
