import type { CreateCaseBody } from '@evict/contract';
import type { Mode } from '../../api/mode.ts';
import { firstCallWords as words } from '../../wording/developers.ts';

/** What a draft is made of: the rest follows by PATCH. Without an apostrophe, which would end the text of the shell. */
const draft = {
  ground: 'nonpayment',
  entryPoint: 'notice',
  property: {
    line1: '12 Sandbox Way',
    city: 'Testville',
    county: 'Example',
    state: 'ZZ',
    zip: '00001',
    ownerOfRecord: 'Sandbox Holdings LLC',
  },
  parties: [
    { role: 'plaintiff', name: 'Sandbox Holdings LLC', isEntity: true },
    { role: 'defendant', name: 'Terry Example' },
  ],
  attestations: {},
} satisfies CreateCaseBody;

/** Lines for a shell, with the key filled in. They contain nothing that others wrote. */
export function firstCalls(origin: string, mode: Mode, secret: string | null): { title: string; command: string }[] {
  const key = `-H 'Authorization: Bearer ${secret ?? `eak_${mode}_...`}'`;
  const calls = [
    { title: words.list, command: `curl ${origin}/v1/cases \\\n  ${key}` },
    {
      title: words.create,
      command: [
        `curl ${origin}/v1/cases`,
        key,
        `-H 'Content-Type: application/json'`,
        `-H "Idempotency-Key: $(uuidgen)"`,
        `-d '${JSON.stringify(draft)}'`,
      ].join(' \\\n  '),
    },
    { title: words.events, command: `curl ${origin}/v1/events \\\n  ${key}` },
  ];
  // The address of the draft is one of the sandbox.
  return mode === 'test' ? calls : calls.filter(({ title }) => title !== words.create);
}
