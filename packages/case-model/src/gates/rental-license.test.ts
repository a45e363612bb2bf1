import { describe, expect, it } from 'vitest';
import type { CaseFacts } from '../facts.ts';
import { buildFacts, buildInput, liveInput, resultOf } from '../../test/drafts.ts';

function inState(state: string, freeText?: string): CaseFacts {
  const facts = buildFacts('nonpayment');
  return { ...facts, property: { ...facts.property, state }, freeText };
}

describe('rental_license', () => {
  it.each([
    undefined,
    "The driver's license is 12-345.",
    'no license',
    'No rental license 2026.',
    'The rental license is missing.',
  ])('warns in a state that may require a license if the free text is %j', (freeText) => {
    const reason = expect.stringMatching(/^A rental license may be required here \(.+\), but freeText names none\./);
    expect(resultOf('rental_license', liveInput(inState('MD', freeText)))).toEqual({ status: 'warn', reason });
    expect(resultOf('plaintiff_authority', liveInput(inState('MD', freeText)))).toEqual({ status: 'pass' });
  });

  it.each(['Rental license 12-345', 'We hold rental licence no. RL-7.'])(
    "isn't listed if the free text is %j",
    (freeText) => {
      expect(resultOf('rental_license', liveInput(inState('md', freeText)))).toBeUndefined();
    },
  );

  it("isn't listed in a state where attorneys don't ask for a license, or for a test case", () => {
    expect(resultOf('rental_license', liveInput(inState('VA')))).toBeUndefined();
    expect(resultOf('rental_license', buildInput(inState('MD')))).toBeUndefined();
  });
});
