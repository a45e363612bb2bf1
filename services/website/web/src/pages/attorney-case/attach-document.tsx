import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import type { AttorneyCase } from '../../api/queries.ts';
import { Dialog } from '../../shared/dialog.tsx';
import { deskWords as words } from '../../wording/desk.ts';

const AttachForm = lazy(() => import('./attach-form.tsx'));

/** The button for what an attorney will serve or file, or a proof; its form is loaded when it is opened. */
export function AttachDocument({ one }: { one: AttorneyCase }) {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" size="sm" onClick={open}>
        {words.attach}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={words.attach} closeButtonProps={{ 'aria-label': words.close }}>
        <Suspense>
          <AttachForm one={one} close={close} />
        </Suspense>
      </Dialog>
    </>
  );
}
