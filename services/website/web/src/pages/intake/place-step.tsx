import { Alert, NativeSelect, Radio, SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { JurisdictionOf } from '../../api/queries.ts';
import { optionsOf } from '../../shared/options.ts';
import { entryPointNames, groundNames } from '../../wording/cases.ts';
import { groundHelp, intakeWords as words } from '../../wording/intake.ts';
import { sandboxState, usStates } from '../../wording/us-states.ts';
import type { IntakeValues, StepProps } from './values.ts';
import { Hint } from '../../shared/hint.tsx';

interface PlaceStepProps extends StepProps {
  mode: 'test' | 'live';
  jurisdiction: JurisdictionOf | undefined;
  /** The case exists: ground and beginning stay. */
  isFixed: boolean;
}

/** Where the property is, and what the case is about. */
export function PlaceStep({ form, required, mode, jurisdiction, isFixed }: PlaceStepProps) {
  const states = { ...(mode === 'test' && sandboxState), ...usStates };
  const text = (name: keyof IntakeValues['property'], help?: string) => (
    <TextInput
      label={words[name]}
      description={help}
      withAsterisk={required(`property.${name}`)}
      {...form.getInputProps(`property.${name}`)}
    />
  );
  return (
    <Stack>
      <NativeSelect
        label={words.state}
        withAsterisk
        data={optionsOf(states, '–')}
        {...form.getInputProps('property.state')}
      />
      {jurisdiction && !jurisdiction.served && <Alert variant="outline">{words.notServed}</Alert>}
      {text('line1')}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {text('unit')}
        {text('city')}
        {text('county')}
        {text('zip')}
      </SimpleGrid>
      {text('ownerOfRecord', words.ownerHelp)}
      <Radio.Group label={words.ground} withAsterisk {...form.getInputProps('ground')}>
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
      <Radio.Group label={words.entryPoint} withAsterisk {...form.getInputProps('entryPoint')}>
        <Stack gap="xs" mt="xs">
          {Object.entries(entryPointNames).map(([value, label]) => (
            <Radio key={value} value={value} label={label} disabled={isFixed} />
          ))}
        </Stack>
      </Radio.Group>
      {isFixed && <Hint>{words.fixed}</Hint>}
    </Stack>
  );
}
