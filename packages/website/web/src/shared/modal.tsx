import { Modal as MantineModal, type ModalProps } from '@mantine/core';
import { useEffect, useState } from 'react';

/** Opens after it was mounted: only so Mantine remembers what had the focus, and gives it back. */
export function Modal({ opened, ...props }: ModalProps) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(opened), [opened]);
  return <MantineModal opened={isOpen} {...props} />;
}
