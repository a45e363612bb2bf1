import { Button, Checkbox, Group, NativeSelect, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { optionsOf, useFormAction } from './form.tsx';
import { RefusalAlert } from './query-state.tsx';
import classes from './report-form.module.css';
import type { ReportDialogProps } from './report-dialog.tsx';
import {
  amountFaults,
  bodyOf,
  initialValues,
  missingFaults,
  type ReportField,
  type ReportValues,
} from './report-fields.ts';

interface ReportFormProps extends ReportDialogProps<unknown> {
  close: () => void;
  wasRefused: { current: boolean };
}

/** The form of a report. Its code loads when the first report is opened. */
export default function ReportForm({
  verb,
  send = verb,
  meaning,
  fields,
  run,
  onDone,
  children,
  saysRefusal,
  close,
  wasRefused,
}: ReportFormProps) {
  const { form, action } = useFormAction<ReportValues, unknown>({
    initialValues: initialValues(fields),
    validate: (values) => ({
      ...amountFaults(fields, values, 'Must be an amount, such as 1,400.00.'),
      ...missingFaults(fields, values),
    }),
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
    <form onSubmit={action.onSubmit} noValidate>
      <Stack>
        {meaning !== undefined && <Text size="sm">{meaning}</Text>}
        {children}
        <RefusalAlert error={action.error} />
        {fields
          .filter(({ when }) => when === undefined || when(form.values))
          .map((field) => (
            <Field key={field.name} field={field} form={form} />
          ))}
        <Group justify="flex-end">
          <Button
            variant="default"
            onClick={() => {
              form.reset();
              close();
            }}
          >
            Cancel
          </Button>
          <Button type="submit" loading={action.isPending}>
            {typeof send === 'string' ? send : send(form.values)}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Field({ field, form }: { field: ReportField; form: UseFormReturnType<ReportValues> }) {
  const { name, label, kind, help, choices = {}, required = false, needed = false } = field;
  // Show an asterisk, but don't set `required`, because this form and the service report missing values instead of the
  // browser.
  const common = { label, description: help, withAsterisk: required || needed };
  const input = form.getInputProps(name);
  switch (kind) {
    case 'flag':
      return <Checkbox label={label} description={help} {...form.getInputProps(name, { type: 'checkbox' })} />;
    case 'long':
      return <Textarea {...common} autosize minRows={3} maxRows={12} {...input} />;
    case 'choice':
      if (field.consequences) return <Choices field={field} input={input} />;
      return <NativeSelect {...common} data={optionsOf(choices, noneOf(field))} {...input} />;
    case 'day':
      return <TextInput {...common} type="date" {...input} />;
    case 'time':
      return <TextInput {...common} type="time" {...input} />;
    case 'money':
      return <TextInput {...common} inputMode="decimal" leftSection="$" {...input} />;
    case 'text':
      return <TextInput {...common} {...input} />;
  }
}

/** Shows a choice as radio buttons, each with its consequence. */
function Choices({
  field,
  input,
}: {
  field: ReportField;
  input: ReturnType<UseFormReturnType<ReportValues>['getInputProps']>;
}) {
  const { label, choices = {}, consequences = {}, required } = field;
  return (
    <Radio.Group label={label} withAsterisk={required === true} {...input} value={String(input.value ?? '')}>
      <Stack gap="xs">
        {Object.entries(choices).map(([value, name]) => (
          <Radio
            key={value}
            value={value}
            label={name}
            description={consequences[value]}
            classNames={{ root: classes['choice'] ?? '', body: classes['body'] ?? '' }}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}

/** Returns the label of the empty option. Undefined for a field without one. */
function noneOf({ choices = {}, required, initial }: ReportField): string | undefined {
  if (!required) return '–';
  return Object.keys(choices).length > 1 && initial === undefined ? 'Choose one' : undefined;
}
