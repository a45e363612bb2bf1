import { Group, Radio } from '@mantine/core';
import { pageData } from '../../api/page-data.ts';
import classes from './intake.module.css';
import { attestationMeanings } from './values.ts';

/** Asks for the answer to each attestation. `field` returns the properties of the field for a path. */
export function AttestationQuestions({ field }: { field: (path: string) => object }) {
  return (
    <div>
      {(Object.keys(attestationMeanings) as (keyof typeof attestationMeanings)[]).map((name) => (
        <Radio.Group
          key={name}
          className={classes['question'] ?? ''}
          label={pageData().attestations[name]}
          description={attestationMeanings[name]}
          {...field(`attestations.${name}`)}
        >
          <Group gap="md" className={classes['answers'] ?? ''}>
            <Radio value="yes" label="Yes" data-path={`attestations.${name}`} />
            <Radio value="no" label="No" />
            {name === 'servicemember' && <Radio value="unknown" label="I don't know" />}
          </Group>
        </Radio.Group>
      ))}
    </div>
  );
}
