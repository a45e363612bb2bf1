/**
 * The facts that attorneys can report about what happened outside this service. Each is recorded as an event of the
 * same name.
 */
export const factNames = {
  answer_filed: 'The tenant filed an answer',
  transferred: 'The case was transferred to another court',
  payment: 'The tenant paid',
  moved_out: 'The tenant moved out',
  writ_signed: 'The court signed the writ',
  lockout_executed: 'The lockout was carried out',
  dismissed: 'The court dismissed the case',
} as const;
export type FactKind = keyof typeof factNames;
export const factKinds = Object.keys(factNames) as FactKind[];

/** The facts that customers can report too. The attorney decides what to do about them. */
export const customerFactKinds = ['payment', 'moved_out'] as const satisfies readonly FactKind[];
export type CustomerFactKind = (typeof customerFactKinds)[number];
