import type { ModalProps } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';

const Modal = lazy(async () => ({ default: (await import('./modal.tsx')).Modal }));

/** Mantine's dialog, loaded when it is first opened. */
export function Dialog(props: ModalProps) {
  const [wasOpened, setWasOpened] = useState(props.opened);
  if (props.opened && !wasOpened) setWasOpened(true);
  return wasOpened ? (
    <Suspense>
      <Modal {...props} />
    </Suspense>
  ) : null;
}
