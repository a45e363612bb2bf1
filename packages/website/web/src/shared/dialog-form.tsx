import { Button } from '@mantine/core';
import type { ComponentProps } from 'react';
import classes from './dialog-form.module.css';
import { Form } from './form.tsx';

type FormProps = ComponentProps<typeof Form>;

interface DialogFormProps extends Pick<FormProps, 'action' | 'verb' | 'ifUnknown' | 'children'> {
  onCancel: () => void;
  isDangerous?: boolean;
}

/** The form in a dialog: its fields, and below them a cancel button and a submit button with the label `verb`. */
export function DialogForm({ action, verb, ifUnknown, onCancel, isDangerous = false, children }: DialogFormProps) {
  return (
    <Form action={action} verb={verb} canSend={false} {...(ifUnknown !== undefined && { ifUnknown })}>
      {children}
      <div className={classes['foot']}>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={action.isPending} {...(isDangerous && { color: 'red' })}>
          {verb}
        </Button>
      </div>
    </Form>
  );
}
