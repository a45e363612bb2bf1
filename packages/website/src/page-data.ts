import { attestationTexts, attestationVersion } from '@evict/case-model';
import { attorneyForms, type CreateCaseBody, eventNames, routes } from '@evict/contract';
import { topicNames, usPack } from '@evict/jurisdictions';

/** A nonpayment case in the fictional state ZZ that passes every gate: the example of the interface, month to month. */
function sampleCase(): CreateCaseBody {
  const example = routes.createCase.body.meta()?.['example'] as CreateCaseBody;
  const { startDate = '', monthlyRentCents = 0 } = example.lease ?? {};
  return { ...example, lease: { startDate, monthlyRentCents } };
}

/** What the build puts into the pages, as data alone: nothing of the packages is in the bundle. */
export const pageData = {
  attorneyForms,
  ...eventNames,
  sampleCase: sampleCase(),
  /** The statements that customers attest to. */
  attestations: attestationTexts[attestationVersion],
  /** What facts of a state are about. */
  topics: topicNames,
  /** The states and DC, by their code. */
  states: Object.fromEntries(usPack.states.map(({ code, name }) => [code, name])),
};
