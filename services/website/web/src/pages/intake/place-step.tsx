import { Alert, NativeSelect, Radio, SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { JurisdictionOf } from '../../api/queries.ts';
import { optionsOf } from '../../shared/form.tsx';
import { Hint } from '../../shared/parts.tsx';
import { entryPointNames, groundNames } from '../../wording/cases.ts';
import { pageData } from '../../api/page-data.ts';
import type { IntakeValues, StepProps } from './values.ts';

const groundHelp: Readonly<Record<IntakeValues['ground'], string>> = {
  nonpayment: 'Rent is owed.',
  lease_violation: 'The tenant has violated the lease.',
  holdover: 'The tenancy has ended, and the tenant has not left.',
};

interface PlaceStepProps extends StepProps {
  mode: 'test' | 'live';
  jurisdiction: JurisdictionOf | undefined;
  /** The case exists: ground and beginning stay. */
  isFixed: boolean;
}

/** Where the property is, and what the case is about. */
export function PlaceStep({ form, required, mode, jurisdiction, isFixed }: PlaceStepProps) {
  const states = { ...(mode === 'test' && { ZZ: 'ZZ (sandbox)' }), ...pageData().states };
  const text = (name: keyof IntakeValues['property'], label: string, help?: string) => (
    <TextInput
      label={label}
      description={help}
      withAsterisk={required(`property.${name}`)}
      {...form.getInputProps(`property.${name}`)}
    />
  );
  return (
    <Stack>
      <NativeSelect
        label="State"
        withAsterisk
        data={optionsOf(states, '–')}
        {...form.getInputProps('property.state')}
      />
      {jurisdiction && !jurisdiction.served && <Alert variant="outline">We do not cover this place yet.</Alert>}
      {text('line1', 'Street and number')}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {text('unit', 'Unit')}
        {text('city', 'City')}
        {text('county', 'County')}
        {text('zip', 'ZIP code')}
      </SimpleGrid>
      {text('ownerOfRecord', 'Owner of record', 'As shown on the deed.')}
      <Radio.Group label="Ground" withAsterisk {...form.getInputProps('ground')}>
        <Stack gap="xs" mt="xs">
          {Object.entries(groundNames).map(([value, label]) => (
            <Radio
              key={value}
              value={value}
              label={label}
              description={groundHelp[value as keyof typeof groundHelp]}
              disabled={isFixed}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Radio.Group label="The case starts with" withAsterisk {...form.getInputProps('entryPoint')}>
        <Stack gap="xs" mt="xs">
          {Object.entries(entryPointNames).map(([value, label]) => (
            <Radio key={value} value={value} label={label} disabled={isFixed} />
          ))}
        </Stack>
      </Radio.Group>
      {isFixed && <Hint>The ground and the start of a case cannot be changed. For another, create a new case.</Hint>}
    </Stack>
  );
}
