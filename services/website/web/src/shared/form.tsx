import { Button, type ButtonProps, Stack } from '@mantine/core';
import { useForm, type UseFormInput } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { showRefusal } from './form-refusal.ts';
import { RefusalAlert } from './refusal-alert.tsx';

interface Action<V, R> {
  run: (values: V) => Promise<R>;
  onDone: (result: R, values: V) => void;
  /** The field beside which a code is said. */
  codes?: Readonly<Record<string, keyof V & string>>;
}

/** A form and its request. A refusal is shown beside its fields; the `error` of the action is what belongs to none. */
export function useFormAction<V extends Record<string, unknown>, R>({
  run,
  onDone,
  codes,
  ...options
}: UseFormInput<V> & Action<V, R>) {
  const form = useForm<V>(options);
  const [error, setError] = useState<Error | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: run,
    onSuccess: onDone,
    onError: (refusal) => setError(showRefusal(form, refusal, codes)),
  });
  const onSubmit = form.onSubmit((values) => {
    setError(null);
    mutate(values);
  });
  return { form, action: { onSubmit, error, isPending } };
}

interface FormProps {
  action: { onSubmit: React.SubmitEventHandler<HTMLFormElement>; error: Error | null; isPending: boolean };
  verb: string;
  /** Whether fields and button are as wide as what they hold. */
  isNarrow?: boolean;
  /** What to do about a refusal. */
  wayOn?: React.ReactNode;
  variant?: ButtonProps['variant'];
  /** Whether there is a button; true by default. */
  canSend?: boolean;
  children: React.ReactNode;
}

/** The fields of a form between its refusal and its button. The service says what is missing, not the browser. */
export function Form({
  action,
  verb,
  isNarrow = false,
  wayOn,
  variant = 'filled',
  canSend = true,
  children,
}: FormProps) {
  return (
    <form onSubmit={action.onSubmit} noValidate>
      <Stack {...(isNarrow && { align: 'start' })}>
        <RefusalAlert error={action.error}>{wayOn}</RefusalAlert>
        {children}
        {canSend && (
          <Button type="submit" variant={variant} loading={action.isPending}>
            {verb}
          </Button>
        )}
      </Stack>
    </form>
  );
}
