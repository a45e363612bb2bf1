import type { CreateCaseBody } from '@evict/contract';
import { Code } from '@mantine/core';
import type { Mode } from '../../api/mode.ts';
import { pageData } from '../../api/page-data.ts';
import { Section } from '../../shared/parts.tsx';
import { CopyButton } from '../../shared/secret-once.tsx';
import classes from './developers.module.css';

/** Shows shell commands with the key filled in. For safety, they contain no text that other people wrote. */
export function FirstCalls({ mode, secret }: { mode: Mode; secret: string | null }) {
  return (
    <Section
      title="First calls"
      help={
        secret === null
          ? 'Create a key under “Keys and webhooks”, and it is filled in here.'
          : 'These commands contain the key that you just created.'
      }
    >
      {firstCalls(location.origin, mode, secret).map(({ title, command }) => (
        <div key={title} className={classes['call']}>
          <div className={classes['callHead']}>
            <h3>{title}</h3>
            <CopyButton text={command} what={title.toLowerCase()} />
          </div>
          <Code block className="wrapped">
            {command}
          </Code>
        </div>
      ))}
    </Section>
  );
}

/**
 * The required fields of a draft. The others can follow in a PATCH. No value contains an apostrophe, which would end
 * the shell's string.
 */
const { ground, entryPoint, property, parties } = pageData().sampleCase;
const draft: CreateCaseBody = { ground, entryPoint, property, parties, attestations: {} };

function firstCalls(origin: string, mode: Mode, secret: string | null): { title: string; command: string }[] {
  const key = `-H 'Authorization: Bearer ${secret ?? `eak_${mode}_...`}'`;
  const create = [
    `curl ${origin}/v1/cases`,
    key,
    `-H 'Content-Type: application/json'`,
    `-H "Idempotency-Key: $(uuidgen)"`,
    `-d '${JSON.stringify(draft)}'`,
  ];
  return [
    { title: 'List cases', command: `curl ${origin}/v1/cases \\\n  ${key}` },
    // The sample draft uses a sandbox address, so it only works in test mode.
    ...(mode === 'test' ? [{ title: 'Create a draft', command: create.join(' \\\n  ') }] : []),
    { title: 'Read events', command: `curl ${origin}/v1/events \\\n  ${key}` },
  ];
}
