import { Modal as MantineModal, type ModalProps } from '@mantine/core';
import { useEffect, useState } from 'react';

/**
 * A dialog that opens only after it is mounted, because otherwise Mantine doesn't remember the focused element and
 * can't give the focus back.
 */
export function Modal({ opened, ...props }: ModalProps) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(opened), [opened]);
  return <MantineModal opened={isOpen} {...props} />;
}
