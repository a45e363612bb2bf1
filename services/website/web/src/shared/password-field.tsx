import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** Mantine's field for secrets, which does not say by itself that it is invalid. */
export function PasswordField(props: PasswordInputProps) {
  return <PasswordInput aria-invalid={props.error ? true : undefined} {...props} />;
}
