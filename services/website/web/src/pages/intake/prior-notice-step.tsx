import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { intakeWords as words } from '../../wording/intake.ts';
import { choiceName } from '../../api/attorney-forms.ts';
import type { StepProps } from './values.ts';
import { Hint } from '../../shared/hint.tsx';

const methods = ['personal', 'substitute', 'posting', 'certified_mail', 'first_class_mail'] as const;

/** The notice of a case that begins with its filing. */
export function PriorNoticeStep({ form }: StepProps) {
  return (
    <Stack>
      <Hint>{words.noticeHelp}</Hint>
      <TextInput type="date" label={words.servedDate} withAsterisk {...form.getInputProps('priorNotice.servedDate')} />
      <NativeSelect
        label={words.method}
        withAsterisk
        data={methods.map((value) => ({ value, label: choiceName('record_service', 'method', value) }))}
        {...form.getInputProps('priorNotice.method')}
      />
      <TextInput
        label={words.periodDays}
        withAsterisk
        inputMode="numeric"
        {...form.getInputProps('priorNotice.periodDays')}
      />
    </Stack>
  );
}
