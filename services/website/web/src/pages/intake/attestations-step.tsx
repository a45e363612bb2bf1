import { Group, Radio, Stack } from '@mantine/core';
import { attestationQuestions, intakeWords as words } from '../../wording/intake.ts';
import type { StepProps } from './values.ts';
import { Hint } from '../../shared/hint.tsx';

type Name = keyof typeof attestationQuestions;

/** The statements to attest to, in the words that are recorded, each with what it means. */
export function AttestationsStep({ form, required }: StepProps) {
  return (
    <Stack gap="lg">
      <Hint>{words.attestHelp}</Hint>
      {(Object.keys(attestationQuestions) as Name[]).map((name) => (
        <Radio.Group
          key={name}
          label={attestationQuestions[name].text}
          description={attestationQuestions[name].meaning}
          withAsterisk={required(`attestations.${name}`)}
          {...form.getInputProps(`attestations.${name}`)}
        >
          <Group mt="xs">
            <Radio value="yes" label={words.yes} data-path={`attestations.${name}`} />
            <Radio value="no" label={words.no} />
            {name === 'servicemember' && <Radio value="unknown" label={words.unknown} />}
          </Group>
        </Radio.Group>
      ))}
    </Stack>
  );
}
