import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { showRefusal } from './form-refusal.ts';

interface FormActionOptions<V, R> {
  run: (values: V) => Promise<R>;
  onDone: (result: R, values: V) => void;
  /** The field beside which a code is said. */
  codes?: Readonly<Record<string, keyof V & string>>;
}

/** Sends a form. A refusal is shown beside its fields; `error` is what belongs to none of them. */
export function useFormAction<V extends Record<string, unknown>, R>(
  form: UseFormReturnType<V>,
  { run, onDone, codes }: FormActionOptions<V, R>,
) {
  const [error, setError] = useState<Error | null>(null);
  const action = useMutation({
    mutationFn: run,
    onSuccess: onDone,
    onError: (refusal) => setError(showRefusal(form, refusal, codes)),
  });
  const onSubmit = form.onSubmit((values) => {
    setError(null);
    action.mutate(values);
  });
  return { onSubmit, error, isPending: action.isPending };
}
