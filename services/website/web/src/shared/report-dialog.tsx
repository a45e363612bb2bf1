import {
  Button,
  type ButtonProps,
  Checkbox,
  Group,
  NativeSelect,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { Dialog } from './dialog.tsx';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useRef } from 'react';
import { reportWords } from '../wording/reports.ts';
import { RefusalAlert } from './refusal-alert.tsx';
import { amountFaults, bodyOf, initialValues, type ReportField, type ReportValues } from './report-fields.ts';
import { useFormAction } from './use-form-action.ts';

export interface ReportDialogProps<R> {
  /** The name of the button and of the one in its dialog. */
  verb: string;
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

/** A button that opens a form of a few fields. Its refusals stand beside the fields; the button of the form repeats the verb. */
export function ReportDialog<R>(props: ReportDialogProps<R>) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const { verb, button, onRefused } = props;
  const wasRefused = useRef(false);
  const closeForm = () => {
    close();
    if (wasRefused.current) onRefused?.();
    wasRefused.current = false;
  };
  return (
    <>
      <Button variant="default" size="sm" {...button} onClick={open}>
        {verb}
      </Button>
      <Dialog
        opened={isOpen}
        onClose={closeForm}
        title={verb}
        closeButtonProps={{ 'aria-label': 'Close' }}
        // What was typed stays when it is closed.
        keepMounted
      >
        <ReportForm
          key={JSON.stringify(initialValues(props.fields))}
          {...props}
          close={closeForm}
          wasRefused={wasRefused}
        />
      </Dialog>
    </>
  );
}

function ReportForm<R>({
  verb,
  meaning,
  fields,
  run,
  onDone,
  children,
  saysRefusal,
  canSend = true,
  close,
  wasRefused,
}: ReportDialogProps<R> & { close: () => void; wasRefused: { current: boolean } }) {
  const form = useForm<ReportValues>({
    initialValues: initialValues(fields),
    validate: (values) => amountFaults(fields, values, reportWords.notAnAmount),
  });
  const { onSubmit, error, isPending } = useFormAction(form, {
    run: async (values) => {
      try {
        return await run(bodyOf(fields, values));
      } catch (refusal) {
        wasRefused.current = true;
        if (saysRefusal?.(refusal as Error)) close();
        throw refusal;
      }
    },
    onDone: (result) => {
      wasRefused.current = false;
      close();
      form.reset();
      onDone(result);
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        {meaning !== undefined && <Text size="sm">{meaning}</Text>}
        {children}
        <RefusalAlert error={error} />
        {fields
          .filter(({ when }) => when === undefined || when(form.values))
          .map((field) => (
            <Field key={field.name} field={field} form={form} />
          ))}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending} disabled={!canSend}>
            {verb}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Field({ field, form }: { field: ReportField; form: UseFormReturnType<ReportValues> }) {
  const { name, label, kind, help, choices = {}, required = false } = field;
  // The service says what is missing, as for every other fault.
  const common = { label, description: help, withAsterisk: required };
  const input = form.getInputProps(name);
  switch (kind) {
    case 'flag':
      return <Checkbox label={label} description={help} {...form.getInputProps(name, { type: 'checkbox' })} />;
    case 'long':
      return <Textarea {...common} autosize minRows={3} maxRows={12} {...input} />;
    case 'choice': {
      const options = Object.entries(choices).map(([value, text]) => ({ value, label: text }));
      return (
        <NativeSelect {...common} data={required ? options : [{ value: '', label: '–' }, ...options]} {...input} />
      );
    }
    case 'day':
      return <TextInput {...common} type="date" {...input} />;
    case 'money':
      return <TextInput {...common} inputMode="decimal" leftSection="$" {...input} />;
    case 'text':
      return <TextInput {...common} {...input} />;
  }
}
