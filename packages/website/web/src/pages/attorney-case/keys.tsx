import { ActionIcon, Button, Group, Kbd, List, Text } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { IconChevronDown, IconChevronUp, IconKeyboard } from '@tabler/icons-react';
import { attorneyQueueQuery } from '../../api/queries.ts';
import { attentionFirst } from '../../shared/case-facts.ts';
import { Dialog } from '../../shared/dialog.tsx';
import { Key } from '../../shared/parts.tsx';

const keys = {
  j: 'Go to the next case that needs your attention',
  k: 'Go to the previous one',
  o: 'Open the next document under review',
  '/': 'Find in the open document',
  a: 'Approve, once every document is open',
  '?': 'Show these keys',
} as const;

interface KeysProps {
  caseId: string;
  /** Opens the next document that was not opened. */
  openNext: () => void;
}

/** The desk by keyboard: from document to document, to the decision, and from case to case. */
export function Keys({ caseId, openNext }: KeysProps) {
  const [isShown, { open, close }] = useDisclosure(false);
  const goTo = useNeighbor(caseId);
  useHotkeys([
    ['j', () => void goTo(1)],
    ['k', () => void goTo(-1)],
    ['o', openNext],
    ['a', () => document.querySelector<HTMLButtonElement>('[data-approve]')?.click()],
    ['/', () => document.querySelector<HTMLElement>('[data-find]')?.click()],
    // Some keyboards have a key for it; on others it takes Shift.
    ['?', open],
    ['shift+?', open],
  ]);
  return (
    <Group gap="xs" wrap="nowrap">
      <ActionIcon variant="subtle" c="var(--ink-2)" aria-label="Keys" onClick={open} visibleFrom="md">
        <IconKeyboard size={18} aria-hidden />
      </ActionIcon>
      <Button.Group aria-label="Queue">
        <Button variant="default" size="xs" aria-label="Previous case" onClick={() => void goTo(-1)}>
          <IconChevronUp size={16} aria-hidden /> <Key>K</Key>
        </Button>
        <Button variant="default" size="xs" aria-label="Next case" onClick={() => void goTo(1)}>
          <IconChevronDown size={16} aria-hidden /> <Key>J</Key>
        </Button>
      </Button.Group>
      <Dialog opened={isShown} onClose={close} title="Keys">
        <List listStyleType="none" spacing="xs">
          {Object.entries(keys).map(([key, meaning]) => (
            <List.Item key={key} icon={<Kbd>{key.toUpperCase()}</Kbd>}>
              <Text size="sm">{meaning}</Text>
            </List.Item>
          ))}
        </List>
      </Dialog>
    </Group>
  );
}

/** Leads to the case so many places further in what needs the attorney. */
function useNeighbor(caseId: string): (step: 1 | -1) => Promise<void> {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async (step) => {
    const { items } = await queries.fetchQuery(attorneyQueueQuery);
    const queue = attentionFirst(items);
    const here = queue.findIndex(({ id }) => id === caseId);
    // A case that was just decided is no longer in it: the first one is next.
    const next = here === -1 ? queue[0] : queue[here + step];
    if (next) return navigate({ to: '/attorney/cases/$id', params: { id: next.id } });
    const end = step === 1 ? 'This is the last case that needs your attention.' : 'This is the first case.';
    notifications.show({ message: here === -1 ? 'Nothing needs your attention.' : end });
  };
}
