import {
  Button,
  Checkbox,
  Group,
  NativeSelect,
  Paper,
  Radio,
  SimpleGrid,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core';
import { choiceName, pageData } from '../../api/page-data.ts';
import { optionsOf } from '../../shared/form.tsx';
import { Hint } from '../../shared/parts.tsx';
import { attestationMeanings, type StepProps } from './values.ts';

const mostParties = 20;
const roleNames = { plaintiff: 'Plaintiff', defendant: 'Defendant' };

/** Who brings the case, and against whom. */
export function PartiesStep({ form }: StepProps) {
  const { parties } = form.values;
  return (
    <Stack>
      <Hint>The plaintiff brings the case. Each adult who signed the lease is a defendant.</Hint>
      {parties.map(({ role, name }, index) => (
        // A party has no identity but its place.
        <Paper key={index} withBorder p="sm" role="group" aria-label={`${roleNames[role]} ${index + 1}`}>
          <Stack gap="xs">
            <Group align="start" grow preventGrowOverflow={false}>
              <NativeSelect label="Role" data={optionsOf(roleNames)} {...form.getInputProps(`parties.${index}.role`)} />
              <TextInput label="Name" withAsterisk {...form.getInputProps(`parties.${index}.name`)} />
            </Group>
            <Group justify="space-between">
              <Checkbox
                label="A company or another entity"
                {...form.getInputProps(`parties.${index}.isEntity`, { type: 'checkbox' })}
              />
              <Button variant="subtle" size="xs" onClick={() => form.removeListItem('parties', index)}>
                {name === '' ? 'Remove this party' : `Remove ${name}`}
              </Button>
            </Group>
          </Stack>
        </Paper>
      ))}
      {parties.length < mostParties && (
        <Group>
          <Button
            variant="default"
            size="sm"
            onClick={() => form.insertListItem('parties', { role: 'defendant', name: '', isEntity: false })}
          >
            Add a party
          </Button>
        </Group>
      )}
    </Stack>
  );
}

export function LeaseStep({ form, required }: StepProps) {
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          type="date"
          label="First day of the lease"
          withAsterisk={required('lease.startDate')}
          {...form.getInputProps('lease.startDate')}
        />
        <TextInput
          type="date"
          label="Last day of the lease"
          description="Leave it empty for a month-to-month tenancy."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('lease.endDate')}
        />
      </SimpleGrid>
      <TextInput
        label="Monthly rent"
        withAsterisk={required('lease.monthlyRentCents')}
        inputMode="decimal"
        leftSection="$"
        {...form.getInputProps('lease.monthlyRentCents')}
      />
      <Textarea label="Where rent is paid" autosize minRows={2} {...form.getInputProps('lease.paymentAddress')} />
    </Stack>
  );
}

/** The statements to attest to, in the words that are recorded, each with what it means. */
export function AttestationsStep({ form, required }: StepProps) {
  return (
    <Stack gap="lg">
      <Hint>
        Each statement is recorded with your answer, your name and the time when you submit. Answer what you know to be
        true.
      </Hint>
      {(Object.keys(attestationMeanings) as (keyof typeof attestationMeanings)[]).map((name) => (
        <Radio.Group
          key={name}
          label={pageData().attestations[name]}
          description={attestationMeanings[name]}
          withAsterisk={required(`attestations.${name}`)}
          {...form.getInputProps(`attestations.${name}`)}
        >
          <Group mt="xs">
            <Radio value="yes" label="Yes" data-path={`attestations.${name}`} />
            <Radio value="no" label="No" />
            {name === 'servicemember' && <Radio value="unknown" label="I don't know" />}
          </Group>
        </Radio.Group>
      ))}
    </Stack>
  );
}

const methods = ['personal', 'substitute', 'posting', 'certified_mail', 'first_class_mail'] as const;

/** The notice of a case that begins with its filing. */
export function PriorNoticeStep({ form }: StepProps) {
  return (
    <Stack>
      <Hint>The notice that was served before this case.</Hint>
      <TextInput type="date" label="Date of service" withAsterisk {...form.getInputProps('priorNotice.servedDate')} />
      <NativeSelect
        label="How it was served"
        withAsterisk
        data={methods.map((value) => ({ value, label: choiceName('record_service', 'method', value) }))}
        {...form.getInputProps('priorNotice.method')}
      />
      <TextInput
        label="Days it gave"
        withAsterisk
        inputMode="numeric"
        {...form.getInputProps('priorNotice.periodDays')}
      />
    </Stack>
  );
}
