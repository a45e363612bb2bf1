import { SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { intakeWords as words } from '../../wording/intake.ts';
import type { StepProps } from './values.ts';

export function LeaseStep({ form, required }: StepProps) {
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          type="date"
          label={words.startDate}
          withAsterisk={required('lease.startDate')}
          {...form.getInputProps('lease.startDate')}
        />
        <TextInput
          type="date"
          label={words.endDate}
          description={words.endHelp}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('lease.endDate')}
        />
      </SimpleGrid>
      <TextInput
        label={words.monthlyRent}
        withAsterisk={required('lease.monthlyRentCents')}
        inputMode="decimal"
        leftSection="$"
        {...form.getInputProps('lease.monthlyRentCents')}
      />
      <Textarea label={words.paymentAddress} autosize minRows={2} {...form.getInputProps('lease.paymentAddress')} />
    </Stack>
  );
}
