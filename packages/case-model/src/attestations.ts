import type { CaseFacts } from './facts.ts';

type Attestations = CaseFacts['attestations'];
export type AttestationName = keyof Attestations;

/**
 * The exact wording of each attestation, by version. Recorded events refer to a version, so a published version must
 * never change. Add a new version to change the wording.
 */
export const attestationTexts = {
  '1': {
    authority: 'The plaintiff owns the property, or the owner has authorized the plaintiff to bring this case.',
    notRetaliatory: 'The case is not brought because the tenant did something that the tenant had a right to do.',
    notDiscriminatory: 'The case is not brought because of a characteristic of the tenant that the law protects.',
    caresCovered: 'The property is a covered dwelling under the CARES Act (15 U.S.C. § 9058).',
    subsidized: 'The tenancy is subsidized by a government program.',
    servicemember: 'A tenant is in military service (50 U.S.C. § 3931).',
  },
} as const satisfies Record<string, Record<AttestationName, string>>;

export const attestationVersion = '1' satisfies keyof typeof attestationTexts;

/** The attestations made at submit: the wording of each and the customer's answer. */
export interface Attested {
  version: string;
  statements: readonly { name: AttestationName; text: string; answer: boolean | string }[];
}

/** Returns the attestations that the customer answered, with their current wording. */
export function attest(attestations: Attestations): Attested {
  const texts = Object.entries(attestationTexts[attestationVersion]) as [AttestationName, string][];
  const statements = texts.flatMap(([name, text]) => {
    const answer = attestations[name];
    return answer === undefined ? [] : [{ name, text, answer }];
  });
  return { version: attestationVersion, statements };
}
