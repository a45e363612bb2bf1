import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { Asked } from '../shared/confirm.ts';

/** A question and its two ways out. Escape and the cross are the one that changes nothing. */
export function ConfirmDialog({ title, meaning, verb, isDangerous = false, answer }: Asked) {
  return (
    <Modal opened onClose={() => answer(false)} title={title}>
      <Stack>
        <Text size="sm">{meaning}</Text>
        <Group justify="end">
          <Button variant="default" onClick={() => answer(false)}>
            Cancel
          </Button>
          <Button {...(isDangerous && { color: 'red.9' })} onClick={() => answer(true)} data-autofocus>
            {verb}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
