import type { UseFormReturnType } from '@mantine/form';
import type { IntakeValues } from './values.ts';

type IntakeForm = UseFormReturnType<IntakeValues>;

export interface StepProps {
  form: IntakeForm;
  /** Whether the field of a path is required before the case can be submitted. */
  required: (path: string) => boolean;
}
