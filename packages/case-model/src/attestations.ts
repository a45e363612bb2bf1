import type { CaseFacts } from './facts.ts';

type Attestations = CaseFacts['attestations'];
export type AttestationName = keyof Attestations;

/**
 * What a customer attests to with each answer, word for word, by version. Events name the version, so a published one
 * never changes. A new wording is a new version.
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

/** The current version. */
export const attestationVersion = '1' satisfies keyof typeof attestationTexts;

/** What was attested at a submit: each text with its answer. */
export interface Attested {
  version: string;
  statements: readonly { name: AttestationName; text: string; answer: boolean | string }[];
}

/** The answered attestations with the current texts, in the order of the texts. */
export function attest(attestations: Attestations): Attested {
  const texts = Object.entries(attestationTexts[attestationVersion]) as [AttestationName, string][];
  const statements = texts.flatMap(([name, text]) => {
    const answer = attestations[name];
    return answer === undefined ? [] : [{ name, text, answer }];
  });
  return { version: attestationVersion, statements };
}
