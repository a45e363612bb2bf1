import { Stack, Textarea, TextInput } from '@mantine/core';
import { intakeWords as words } from '../../wording/intake.ts';
import type { StepProps } from './form.ts';

export function ViolationStep({ form }: StepProps) {
  return (
    <Stack>
      <Textarea
        label={words.violationText}
        withAsterisk
        autosize
        minRows={5}
        maxRows={20}
        {...form.getInputProps('violation.description')}
      />
      <TextInput type="date" label={words.violationDate} withAsterisk {...form.getInputProps('violation.date')} />
    </Stack>
  );
}
