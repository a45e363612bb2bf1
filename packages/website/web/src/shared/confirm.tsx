import { Button, Group, Stack, Text } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { Dialog } from './dialog.tsx';

/** The question of a confirmation dialog. */
export interface Question {
  title: string;
  /** What the action does, in plain words. */
  meaning: string;
  /** The verb on the button that the user pressed. The dialog's button repeats it. */
  verb: string;
  isDangerous?: boolean;
}

interface Asked extends Question {
  answer: (isConfirmed: boolean) => void;
}

let asked: Asked | null = null;
const listeners = new Set<() => void>();

/** Asks for confirmation in a dialog. Resolves to whether the user confirmed. */
export async function confirm(question: Question): Promise<boolean> {
  asked?.answer(false);
  const asker = document.activeElement;
  return new Promise((resolve) => {
    show({
      ...question,
      answer(isConfirmed) {
        show(null);
        resolve(isConfirmed);
        requestAnimationFrame(() => asker instanceof HTMLElement && asker.focus());
      },
    });
  });
}

function onQuestion(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function show(question: Asked | null): void {
  asked = question;
  for (const listener of listeners) listener();
}

/** A dialog that asks the user to confirm or cancel. Escape and the close button cancel. */
function ConfirmDialog({ title, meaning, verb, isDangerous = false, answer }: Asked) {
  return (
    <Dialog opened onClose={() => answer(false)} title={title}>
      <Stack>
        <Text size="sm">{meaning}</Text>
        <Group justify="end">
          <Button variant="default" onClick={() => answer(false)} {...(isDangerous && { 'data-autofocus': true })}>
            Cancel
          </Button>
          <Button
            {...(isDangerous && { color: 'red' })}
            onClick={() => answer(true)}
            {...(!isDangerous && { 'data-autofocus': true })}
          >
            {verb}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** Renders the confirmation dialogs of a page. */
export function Questions() {
  const question = useSyncExternalStore(onQuestion, () => asked);
  return question && <ConfirmDialog {...question} />;
}
