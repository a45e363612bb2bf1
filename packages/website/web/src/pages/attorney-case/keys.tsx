import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { attorneyQueueQuery } from '../../api/queries.ts';
import { attentionFirst } from '../../shared/case-facts.ts';
import { Key } from '../../shared/parts.tsx';
import { useShortcuts } from '../../shared/shortcuts.ts';

interface KeysProps {
  caseId: string;
  /** Opens the next unopened document. */
  openNext: () => void;
}

/** Keyboard shortcuts for the desk, and buttons that go to other cases. */
export function Keys({ caseId, openNext }: KeysProps) {
  const goTo = useNeighbor(caseId);
  const click = (selector: string) => () => document.querySelector<HTMLElement>(selector)?.click();
  useShortcuts('Review', [
    { key: 'j', name: 'Go to the next case that needs your attention', run: () => void goTo(1) },
    { key: 'k', name: 'Go to the previous one', run: () => void goTo(-1) },
    { key: 'o', name: 'Open the next document under review', run: openNext },
    { key: '/', name: 'Find in the open document', run: click('[data-find]') },
    { key: 'a', name: 'Approve, once you have opened every document', run: click('[data-approve]') },
  ]);
  return (
    <Button.Group aria-label="Queue">
      <Button variant="default" size="xs" aria-label="Previous case" onClick={() => void goTo(-1)}>
        <IconChevronUp size={16} aria-hidden />
        <Key>K</Key>
      </Button>
      <Button variant="default" size="xs" aria-label="Next case" onClick={() => void goTo(1)}>
        <IconChevronDown size={16} aria-hidden />
        <Key>J</Key>
      </Button>
    </Button.Group>
  );
}

/** Returns a function that opens the next or previous case in the list of cases that need the attorney's attention. */
function useNeighbor(caseId: string): (step: 1 | -1) => Promise<void> {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async (step) => {
    const { items } = await queries.fetchQuery(attorneyQueueQuery);
    const queue = attentionFirst(items);
    const here = queue.findIndex(({ id }) => id === caseId);
    // A case that was just decided is no longer in the list, so the first one is next.
    const next = here === -1 ? queue[0] : queue[here + step];
    if (next) return navigate({ to: '/attorney/cases/$id', params: { id: next.id } });
    const end = step === 1 ? 'This is the last case that needs your attention.' : 'This is the first case.';
    notifications.show({ message: here === -1 ? 'Nothing needs your attention.' : end });
  };
}
