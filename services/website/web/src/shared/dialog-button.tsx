import { Button, type ButtonProps, type ModalProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Suspense } from 'react';
import { Dialog } from './dialog.tsx';

interface DialogButtonProps {
  verb: React.ReactNode;
  /** Of the dialog; that of the button by default. */
  title?: string;
  button?: ButtonProps | undefined;
  dialog?: Partial<ModalProps>;
  /** Called whenever the dialog is closed. */
  onClose?: () => void;
  children: (close: () => void) => React.ReactNode;
}

/** A button that opens a dialog. */
export function DialogButton({ verb, title, button, dialog, onClose, children }: DialogButtonProps) {
  const [isOpen, { open, close }] = useDisclosure(false);
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
        <Suspense>{children(closeDialog)}</Suspense>
      </Dialog>
    </>
  );
}
