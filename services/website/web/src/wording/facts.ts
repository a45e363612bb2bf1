import type { Case } from '../api/queries.ts';

type Attestations = Case['data']['attestations'];

export const factWords = {
  property: 'Property',
  owner: 'Owner of record',
  plaintiffs: 'Plaintiffs',
  defendants: 'Defendants',
  ground: 'Ground',
  entryPoint: 'Start',
  lease: 'Lease',
  rent: 'Monthly rent',
  payAt: 'Where rent is paid',
  owed: 'Amount owed',
  balance: 'Ledger balance',
  violation: 'Violation',
  priorNotice: 'Prior notice',
  attested: 'Attested',
  freeText: 'Additional information',
  reference: 'Reference',
  noticeServed: 'Notice served',
  noticeExpires: 'Last day of the notice period',
  courtCase: 'Court case number',
  hearing: 'Hearing',
  judgment: 'Judgment',
  since: (day: string) => `since ${day}`,
  until: (day: string) => `until ${day}`,
  notice: (day: string, method: string, days: number) => `${day}, ${method.toLowerCase()}, with ${days} days`,
} as const;

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
