import { Kbd, List, Text } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { attorneyQueueQuery } from '../../api/queries.ts';
import { attentionFirst } from '../../shared/case-facts.ts';
import { Dialog } from '../../shared/dialog.tsx';
import { SmallButton } from '../../shared/parts.tsx';

const keys = {
  j: 'The next case that needs you',
  k: 'The one before',
  o: 'Open the next document under review',
  '/': 'Find in the open document',
  a: 'Approve, once every document was opened',
  '?': 'These keys',
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
    ['a', () => document.querySelector<HTMLButtonElement>('[data-approve]:not(:disabled)')?.click()],
    ['/', () => document.querySelector<HTMLInputElement>('[data-find]')?.focus()],
    // Some keyboards have a key for it; on others it takes Shift.
    ['?', open],
    ['shift+?', open],
  ]);
  return (
    <>
      <SmallButton className="no-print" onClick={open}>
        Keys <Kbd ml={6}>?</Kbd>
      </SmallButton>
      <Dialog opened={isShown} onClose={close} title="Keys">
        <List listStyleType="none" spacing="xs">
          {Object.entries(keys).map(([key, meaning]) => (
            <List.Item key={key} icon={<Kbd>{key}</Kbd>}>
              <Text size="sm">{meaning}</Text>
            </List.Item>
          ))}
        </List>
      </Dialog>
    </>
  );
}

/** Leads to the case so many places further in what needs the attorney. */
function useNeighbor(caseId: string): (step: number) => Promise<void> {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async (step) => {
    const { items } = await queries.fetchQuery(attorneyQueueQuery);
    const queue = attentionFirst(items);
    const here = queue.findIndex(({ id }) => id === caseId);
    // A case that was just decided is no longer in it: the first one is next.
    const next = here === -1 ? queue[0] : queue[here + step];
    if (next) await navigate({ to: '/attorney/cases/$id', params: { id: next.id } });
  };
}
