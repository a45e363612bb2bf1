import { Button, type ButtonProps } from '@mantine/core';

/** A button beside what it is about. */
export function SmallButton(props: ButtonProps & Omit<React.ComponentProps<'button'>, keyof ButtonProps>) {
  return <Button size="xs" variant="default" {...props} />;
}
