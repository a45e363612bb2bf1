import { Stack, Text, Textarea } from '@mantine/core';
import { intakeWords as words } from '../../wording/intake.ts';
import type { StepProps } from './form.ts';

export function FinishStep({ form }: StepProps) {
  return (
    <Stack>
      <Textarea
        label={words.freeText}
        description={words.freeTextHelp}
        autosize
        minRows={4}
        maxRows={20}
        {...form.getInputProps('freeText')}
      />
      <Text size="sm" c="dimmed">
        {words.submitHelp}
      </Text>
    </Stack>
  );
}
