import { Button, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense, useRef } from 'react';
import { Dialog, DialogLoading } from './dialog.tsx';
import { initialValues, type ReportField, type ReportValues } from './report-fields.ts';

const ReportForm = lazy(() => import('./report-form.tsx'));

export interface ReportDialogProps<R> {
  /** The label of the button that opens the dialog, and by default of the one inside it. */
  verb: string;
  /** The label of the button inside the dialog, if it is a different one. */
  send?: string | ((values: ReportValues) => string);
  /** What the report does, in plain words. */
  meaning?: string;
  fields: readonly ReportField[];
  run: (body: Record<string, unknown>) => Promise<R>;
  onDone: (result: R) => void;
  /** Called when the form is closed after a refusal, because the page may be out of date. */
  onRefused?: () => void;
  /** More content above the fields. */
  children?: React.ReactNode;
  /** Whether the page explains a refusal in its own words. If so, the dialog closes. */
  saysRefusal?: (error: Error) => boolean;
  button?: ButtonProps;
}

/** A button that opens a form of a few fields. Refusals are shown at the fields. */
export function ReportDialog<R>(props: ReportDialogProps<R>) {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" size="sm" {...props.button} onClick={open}>
        {props.verb}
      </Button>
      <OpenedReport {...props} isOpen={isOpen} close={close} />
    </>
  );
}

interface OpenedReportProps<R> extends ReportDialogProps<R> {
  isOpen: boolean;
  close: () => void;
}

/** The dialog of a report form, for pages that open it in another way than with its button, such as from a menu. */
export function OpenedReport<R>({ isOpen, close, ...props }: OpenedReportProps<R>) {
  const wasRefused = useRef(false);
  const closeDialog = () => {
    close();
    if (wasRefused.current) props.onRefused?.();
    wasRefused.current = false;
  };
  return (
    // Stays mounted, so closing the dialog keeps what was typed.
    <Dialog opened={isOpen} onClose={closeDialog} title={props.verb} keepMounted>
      <Suspense fallback={<DialogLoading />}>
        <ReportForm
          key={JSON.stringify(initialValues(props.fields))}
          {...(props as ReportDialogProps<unknown>)}
          close={closeDialog}
          wasRefused={wasRefused}
        />
      </Suspense>
    </Dialog>
  );
}
