import type { Case } from '../../api/queries.ts';

/** The steps of the intake, in order. */
export const stepNames = {
  place: 'Property and ground',
  parties: 'Parties',
  lease: 'Lease',
  ledger: 'Ledger',
  violation: 'Violation',
  attestations: 'Attestations',
  priorNotice: 'Prior notice',
  evidence: 'Evidence',
  finish: 'Review and submit',
} as const;

export type StepId = keyof typeof stepNames;

export const stepIds = Object.keys(stepNames) as StepId[];

/** The text under a step's heading: what the step asks for. */
export const stepHelp: Readonly<Record<StepId, string>> = {
  place: 'Where the property is, and the reason for the case.',
  parties: 'The plaintiff brings the case. Each adult who signed the lease is a defendant.',
  lease: 'The dates and the rent, as stated in the lease.',
  ledger: 'List every charge and payment, oldest first. Include only rent and fees the lease treats as rent.',
  violation: 'What the tenant did, and when.',
  attestations:
    'Give only answers that you know to be true. When you submit, they are recorded with your account and the time.',
  priorNotice: 'The notice that was served before this case.',
  evidence: 'Add the lease and whatever else supports the facts.',
  finish:
    'Read everything once more. When you submit, the case goes to review, and its facts are locked unless the reviewer requests changes.',
};

/** The information that the user needs for each step after the first. */
export const stepNeeds: Readonly<Partial<Record<StepId, string>>> = {
  parties: 'The names of the owner and of each adult who signed the lease',
  lease: 'The dates and the monthly rent in the lease',
  ledger: 'Every charge and payment, typed or imported from Excel or CSV',
  violation: 'What the tenant did, and when',
  priorNotice: 'The notice that was served, and when and how',
  evidence: 'The lease and other documents, as PDF, JPEG, or PNG',
};

/** The first parts of the API paths that each step asks for. */
const asked: Readonly<Record<StepId, readonly string[]>> = {
  place: ['ground', 'entryPoint', 'property'],
  parties: ['parties'],
  lease: ['lease', 'paymentAddress'],
  ledger: ['ledger', 'amountOwedCents'],
  violation: ['violation'],
  attestations: ['attestations'],
  priorNotice: ['priorNotice'],
  evidence: ['documents'],
  finish: ['freeText'],
};

/** Steps that every case has. The others depend on the ground and the entry point. */
const always: readonly StepId[] = ['place', 'parties', 'lease', 'attestations', 'evidence', 'finish'];

/**
 * Returns the facts that most jurisdictions require. They determine the steps until the rules of the jurisdiction have
 * loaded.
 */
export function usualFacts(ground: Case['ground'], entryPoint: Case['entryPoint']): string[] {
  const ofGround = { nonpayment: ['ledger'], lease_violation: ['violation'], holdover: [] };
  return [...ofGround[ground], ...(entryPoint === 'filing' ? ['priorNotice'] : [])];
}

/** Returns the steps of a case with these required facts, in order. */
export function stepsFor(requiredFacts: readonly string[]): StepId[] {
  const needed = new Set(requiredFacts.map(firstPart));
  return stepIds.filter((id) => always.includes(id) || asked[id].some((part) => needed.has(part)));
}

/** Returns the step with the field for a path, such as `parties[0].name`. */
export function stepOf(path: string): StepId {
  const part = firstPart(path);
  return stepIds.find((id) => asked[id].includes(part)) ?? 'place';
}

/** Returns the first part of a path: `lease` for `lease.startDate`, `documents` for `documents[prior_notice]`. */
export function firstPart(path: string): string {
  return path.split(/[.[]/)[0] ?? '';
}

/** Returns the path of the field where a failed gate can be fixed. */
export function pathOfGate(gate: string): string {
  return paths[gate] ?? 'freeText';
}

/** Returns the step where a failed gate can be fixed. */
export function stepOfGate(gate: string): StepId {
  return stepOf(pathOfGate(gate));
}

const paths: Readonly<Record<string, string>> = {
  parties_present: 'parties.0.name',
  plaintiff_authority: 'documents',
  entity_plaintiff: 'parties.0.name',
  attestation_authority: 'attestations.authority',
  attestation_not_retaliatory: 'attestations.notRetaliatory',
  attestation_not_discriminatory: 'attestations.notDiscriminatory',
  cares_act: 'attestations.caresCovered',
  servicemember: 'attestations.servicemember',
  subsidized_tenancy: 'attestations.subsidized',
  lease_terms: 'lease.startDate',
  ledger_balance: 'amountOwedCents',
  ledger_rent_only: 'ledger',
  violation_described: 'violation.description',
  holdover_term: 'lease.endDate',
  prior_notice_recorded: 'priorNotice.servedDate',
  prior_notice_document: 'documents',
  prior_notice_proof: 'documents',
  prior_notice_elapsed: 'priorNotice.servedDate',
  prior_notice_period: 'priorNotice.periodDays',
  prior_notice_method: 'priorNotice.method',
  payment_after_notice: 'ledger',
  party_names: 'parties.0.name',
  premises_address: 'property.line1',
  zip_in_state: 'property.zip',
  readable_evidence: 'documents',
};
