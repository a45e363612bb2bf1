import { Button, type ButtonProps, PasswordInput, type PasswordInputProps, Stack, Text } from '@mantine/core';
import { useForm, type UseFormInput, type UseFormReturnType } from '@mantine/form';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { IconCircleCheck } from '@tabler/icons-react';
import { Refusal } from '../api/refusal.ts';
import { faultText } from '../wording/fields.ts';
import { FormFrame, type FormFrameProps } from '../shell/form-frame.tsx';
import classes from './form.module.css';
import { PageTitle } from './parts.tsx';
import { RefusalAlert } from './query-state.tsx';

interface Action<V, R> {
  run: (values: V) => Promise<R>;
  onDone: (result: R, values: V) => void;
  /** The query to refetch afterwards, whether the request succeeded or failed. */
  refresh?: QueryKey;
  /** The field at which to show an error, by error code. */
  codes?: Readonly<Record<string, keyof V & string>>;
}

/**
 * Connects a form with its request. Shows a refusal at the fields that it concerns. If the fields don't show all of it,
 * the action's `error` contains it.
 */
export function useFormAction<V extends Record<string, unknown>, R>({
  run,
  onDone,
  refresh,
  codes,
  ...options
}: UseFormInput<V> & Action<V, R>) {
  const queries = useQueryClient();
  const form = useForm<V>(options);
  const [error, setError] = useState<Error | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: run,
    gcTime: 0, // so that no cache keeps a returned secret
    onSuccess: onDone,
    onError: (refusal) => setError(showRefusal(form, refusal, codes)),
    onSettled: () => refresh && void queries.invalidateQueries({ queryKey: refresh }),
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
  /** Whether the fields and the button are only as wide as their content. */
  isNarrow?: boolean;
  /** What the user can do about a refusal, such as a link to another page. */
  wayOn?: React.ReactNode;
  /** What to do if it is unknown whether the request took effect. */
  ifUnknown?: string;
  variant?: ButtonProps['variant'];
  /** Whether the form has a button. True by default. */
  canSend?: boolean;
  children: React.ReactNode;
}

/** The button size of a form, larger if the form is the whole page. */
const ButtonSize = createContext<'sm' | 'md'>('sm');

/**
 * Shows a refusal, the form's fields, and its button. The browser doesn't check for missing fields, because the service
 * does.
 */
export function Form({
  action,
  verb,
  isNarrow = false,
  wayOn,
  ifUnknown,
  variant = 'filled',
  canSend = true,
  children,
}: FormProps) {
  const isUnknown = action.error instanceof Refusal && action.error.isOutcomeUnknown;
  const size = useContext(ButtonSize);
  return (
    <form onSubmit={action.onSubmit} noValidate>
      <Stack {...(isNarrow && { align: 'start' })}>
        <RefusalAlert error={action.error}>
          {isUnknown && ifUnknown ? <Text size="sm">{ifUnknown}</Text> : wayOn}
        </RefusalAlert>
        {children}
        {canSend && (
          <Button type="submit" variant={variant} size={size} loading={action.isPending}>
            {verb}
          </Button>
        )}
      </Stack>
    </form>
  );
}

/**
 * Shows a refusal's faults at their fields. Returns null if the fields show all of it, and otherwise the error, to be
 * shown in an alert. `codes` contains the field for an error code, such as `email_taken`.
 */
export function showRefusal<V extends Record<string, unknown>>(
  form: Pick<UseFormReturnType<V>, 'setErrors' | 'getValues'>,
  error: unknown,
  codes: Readonly<Record<string, keyof V & string>> = {},
): Error | null {
  if (!(error instanceof Refusal)) return error instanceof Error ? error : new Error(String(error));
  const field = codes[error.code];
  if (field !== undefined) {
    form.setErrors({ [field]: error.message });
    return null;
  }
  const fields = Object.keys(form.getValues());
  const placed = error.issues.filter(({ path }) => fields.includes(path.split(/[.[]/)[0] ?? ''));
  form.setErrors(Object.fromEntries(placed.map((issue) => [formPath(issue.path), faultText(issue)])));
  return placed.length > 0 && placed.length === error.issues.length ? null : error;
}

/**
 * Converts an API path, such as `parties[0].name`, to a form path, such as `parties.0.name`. An item in a list of
 * strings, such as `states[0]`, belongs to the list's field.
 */
export function formPath(path: string): string {
  return path.replace(/\[\d+\]$/, '').replaceAll(/\[(\d+)\]/g, '.$1');
}

interface FormPageProps extends FormFrameProps {
  title: string;
  help?: string;
  /** Whether the page confirms that something was done. */
  isDone?: boolean;
  /** Content below the form, such as a link to an alternative. */
  footer?: React.ReactNode;
}

/** A page that consists of one form. */
export function FormPage({ title, help, isDone = false, children, footer, ...frame }: FormPageProps) {
  return (
    <FormFrame {...frame}>
      <div className={classes['head']}>
        {isDone && <IconCircleCheck size={32} color="var(--good)" aria-hidden />}
        <PageTitle>{title}</PageTitle>
        {help !== undefined && <p>{help}</p>}
      </div>
      <ButtonSize value="md">{children}</ButtonSize>
      {footer && <div className={classes['foot']}>{footer}</div>}
    </FormFrame>
  );
}

/** A message that replaces a form once it was sent successfully. */
export function Done({ title, help, children }: { title: string; help: string; children?: React.ReactNode }) {
  return (
    <div role="status" className={classes['done']}>
      <IconCircleCheck size={20} color="var(--good)" aria-hidden />
      <b>{title}</b>
      <p>{help}</p>
      {children && <div className={classes['ways']}>{children}</div>}
    </div>
  );
}

/** Mantine's password field, which also tells screen readers when it is invalid. */
export function PasswordField(props: PasswordInputProps) {
  return <PasswordInput aria-invalid={props.error ? true : undefined} {...props} />;
}

/** A field for a new password. It advises against one that is easy to guess, but accepts it. */
export function NewPasswordField(props: PasswordInputProps) {
  const isWeak = useIsWeak(String(props.value ?? ''));
  const advice = isWeak ? 'This is easy to guess. Several unrelated words are better.' : 'At least 10 characters.';
  // An error message takes the place of this advice.
  return <PasswordField {...(!props.error && { description: advice })} autoComplete="new-password" {...props} />;
}

/** Returns whether a password of sufficient length is weak. The dictionaries load when the user starts typing. */
function useIsWeak(typed: string): boolean {
  const password = useDeferredValue(typed);
  const [measure, setMeasure] = useState<{ isWeak: (password: string) => boolean } | null>(null);
  const isTyped = password.length > 0;
  useEffect(() => {
    if (isTyped) void import('./password-strength.ts').then(setMeasure, () => undefined);
  }, [isTyped]);
  return useMemo(() => password.length >= 10 && (measure?.isWeak(password) ?? false), [password, measure]);
}

export interface Option {
  value: string;
  label: string;
}

/** Builds the options of a select from the names of its values. `none` is the label of the empty option. */
export function optionsOf(names: Readonly<Record<string, string>>, none?: string): Option[] {
  const options = Object.entries(names).map(([value, label]) => ({ value, label }));
  return none === undefined ? options : [{ value: '', label: none }, ...options];
}
