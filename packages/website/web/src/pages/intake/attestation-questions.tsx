import { Group, Radio, Stack } from '@mantine/core';
import { pageData } from '../../api/page-data.ts';
import { Hint } from '../../shared/parts.tsx';
import { attestationMeanings } from './values.ts';

/** Each statement with its answers. `field` has the properties of the field of a path. */
export function AttestationQuestions({ field }: { field: (path: string) => object }) {
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
          {...field(`attestations.${name}`)}
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
