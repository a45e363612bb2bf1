import { Button, Checkbox, Group, NativeSelect, Paper, Stack, TextInput } from '@mantine/core';
import { optionsOf } from '../../shared/options.ts';
import { intakeWords as words } from '../../wording/intake.ts';
import type { StepProps } from './values.ts';
import { Hint } from '../../shared/hint.tsx';

const mostParties = 20;

/** Who brings the case, and against whom. */
export function PartiesStep({ form }: StepProps) {
  const { parties } = form.values;
  return (
    <Stack>
      <Hint>{words.partiesHelp}</Hint>
      {parties.map(({ role, name }, index) => (
        // A party has no identity but its place.
        <Paper key={index} withBorder p="sm" role="group" aria-label={`${words.roles[role]} ${index + 1}`}>
          <Stack gap="xs">
            <Group align="start" grow preventGrowOverflow={false}>
              <NativeSelect
                label={words.role}
                data={optionsOf(words.roles)}
                {...form.getInputProps(`parties.${index}.role`)}
              />
              <TextInput label={words.partyName} withAsterisk {...form.getInputProps(`parties.${index}.name`)} />
            </Group>
            <Group justify="space-between">
              <Checkbox
                label={words.isEntity}
                {...form.getInputProps(`parties.${index}.isEntity`, { type: 'checkbox' })}
              />
              <Button variant="subtle" size="xs" onClick={() => form.removeListItem('parties', index)}>
                {words.removeParty(name)}
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
            {words.addParty}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
