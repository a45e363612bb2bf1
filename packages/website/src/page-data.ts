import { attestationTexts, attestationVersion } from '@evict/case-model';
import { attorneyForms, type CreateCaseBody, eventNames, routes } from '@evict/contract';
import { topicNames, usPack } from '@evict/jurisdictions';

/**
 * Returns the API's example case, but with a month-to-month lease: a nonpayment case in the fictional state ZZ that
 * passes every gate.
 */
function sampleCase(): CreateCaseBody {
  const example = routes.createCase.body.meta()?.['example'] as CreateCaseBody;
  const { startDate = '', monthlyRentCents = 0 } = example.lease ?? {};
  return { ...example, lease: { startDate, monthlyRentCents } };
}

/** Data that the build inserts into the pages, so that the bundle needn't contain the packages that define the data. */
export const pageData = {
  attorneyForms,
  ...eventNames,
  sampleCase: sampleCase(),
  /** The statements to which customers attest. */
  attestations: attestationTexts[attestationVersion],
  /** The topics of the facts about a state. */
  topics: topicNames,
  /** The names of the states and DC, by code. */
  states: Object.fromEntries(usPack.states.map(({ code, name }) => [code, name])),
};
