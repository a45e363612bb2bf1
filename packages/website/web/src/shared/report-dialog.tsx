import { Button, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense, useRef } from 'react';
import { Dialog, DialogLoading } from './dialog.tsx';
import { initialValues, type ReportField, type ReportValues } from './report-fields.ts';

const ReportForm = lazy(() => import('./report-form.tsx'));

export interface ReportDialogProps<R> {
  /** The name of the button and of the one in its dialog. */
  verb: string;
  /** The name of the latter, where it is another. */
  send?: string | ((values: ReportValues) => string);
  /** What it means, in plain words. */
  meaning?: string;
  fields: readonly ReportField[];
  run: (body: Record<string, unknown>) => Promise<R>;
  onDone: (result: R) => void;
  /** Called when the form is closed after a refusal: what the page shows may be out of date. */
  onRefused?: () => void;
  /** More to read above the fields. */
  children?: React.ReactNode;
  /** Whether the page says a refusal in its own words: then the dialog closes. */
  saysRefusal?: (error: Error) => boolean;
  button?: ButtonProps;
  /** Whether what the form is about is still as it was when it was opened; true by default. */
  canSend?: boolean;
}

/** A button that opens a form of a few fields. Its refusals stand beside the fields. */
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

/** The same form, opened by something else than a button of its own, such as an item of a menu. */
export function OpenedReport<R>({ isOpen, close, ...props }: OpenedReportProps<R>) {
  const wasRefused = useRef(false);
  const closeDialog = () => {
    close();
    if (wasRefused.current) props.onRefused?.();
    wasRefused.current = false;
  };
  return (
    // What was typed stays when it is closed.
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
