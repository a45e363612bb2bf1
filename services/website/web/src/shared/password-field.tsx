import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** Mantine's field for secrets, which does not say by itself that it is invalid. */
export function PasswordField(props: PasswordInputProps) {
  return <PasswordInput aria-invalid={props.error ? true : undefined} {...props} />;
}

export function NewPasswordField(props: PasswordInputProps) {
  return <PasswordField description="At least 10 characters." autoComplete="new-password" {...props} />;
}
