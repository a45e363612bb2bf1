import type { Case } from '../api/queries.ts';

type Attestations = Case['data']['attestations'];

export const factWords = {} as const;

export const attestationNames: Readonly<Record<keyof Attestations, string>> = {
  authority: 'Authority to act',
  notRetaliatory: 'Not retaliatory',
  notDiscriminatory: 'Not discriminatory',
  caresCovered: 'Covered by the CARES Act',
  subsidized: 'Subsidized housing',
  servicemember: 'A tenant in military service',
};

/** An attestation and its answer. */
export function attestationText(name: keyof Attestations, value: boolean | string): string {
  return `${attestationNames[name]}: ${value === true ? 'yes' : value === false ? 'no' : value}`;
}
