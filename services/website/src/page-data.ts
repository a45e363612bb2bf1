import { attestationTexts, attestationVersion } from '@evict/case-model';
import { attorneyForms, eventNames } from '@evict/contract';
import { usPack } from '@evict/jurisdictions';

/** What the build puts into the pages, as data alone: nothing of the packages is in the bundle. */
export const pageData = {
  attorneyForms,
  ...eventNames,
  /** The statements that customers attest to. */
  attestations: attestationTexts[attestationVersion],
  /** The states and DC, by their code. */
  states: Object.fromEntries(usPack.states.map(({ code, name }) => [code, name])),
};
