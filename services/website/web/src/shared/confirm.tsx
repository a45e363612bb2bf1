import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';

interface Question {
  title: string;
  /** What it means, in plain words. */
  meaning: string;
  /** The verb of the button that was pressed: the button of the dialog repeats it. */
  verb: string;
  isDangerous?: boolean;
}

/** Asks back in a dialog. Resolves to whether it is confirmed. */
export async function confirm({ title, meaning, verb, isDangerous = false }: Question): Promise<boolean> {
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      children: <Text size="sm">{meaning}</Text>,
      labels: { confirm: verb, cancel: 'Cancel' },
      ...(isDangerous && { confirmProps: { color: 'red.9' } }),
      closeButtonProps: { 'aria-label': 'Close' },
      onConfirm: () => resolve(true),
      onClose: () => resolve(false),
    });
  });
}
