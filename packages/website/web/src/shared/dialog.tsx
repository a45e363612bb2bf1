import { Button, type ButtonProps, type ModalProps, Skeleton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense, useState } from 'react';

export interface DialogButtonProps {
  verb: React.ReactNode;
  /** The title of the dialog. Defaults to the button's label. */
  title?: string;
  button?: ButtonProps | undefined;
  dialog?: Partial<ModalProps>;
  /** Whether the dialog is open when it is first rendered. */
  isOpened?: boolean;
  onClose?: () => void;
  children: (close: () => void) => React.ReactNode;
}

/** A button that opens a dialog. `children` gets a function that closes the dialog. */
export function DialogButton({ verb, title, button, dialog, isOpened, onClose, children }: DialogButtonProps) {
  const [isOpen, { open, close }] = useDisclosure(isOpened);
  const closeDialog = () => {
    close();
    onClose?.();
  };
  return (
    <>
      <Button variant="default" size="sm" {...button} onClick={open}>
        {verb}
      </Button>
      <Dialog opened={isOpen} onClose={closeDialog} title={title ?? verb} {...dialog}>
        <Suspense fallback={<DialogLoading />}>{children(closeDialog)}</Suspense>
      </Dialog>
    </>
  );
}

/** A placeholder for content that a dialog loads when it is first opened. */
export function DialogLoading() {
  return <Skeleton h={200} role="progressbar" aria-label="Loading" />;
}

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
