import type { Output } from '../../api/contract.ts';
import { inWords } from '../../wording/fields.ts';
import { words } from '../../wording/names.ts';
import { type StepId, stepOfGate } from './steps.ts';

export type Results = Output<'POST /v1/cases/{id}/validate'>['results'];

/** Counts the failing checks in each step. */
export function leftIn(results: Results): ReadonlyMap<StepId, number> {
  const left = new Map<StepId, number>();
  for (const { gate, status } of results) {
    const step = stepOfGate(gate);
    if (status === 'fail') left.set(step, (left.get(step) ?? 0) + 1);
  }
  return left;
}

/** Leaves out the failing checks of a step with unsaved changes, because they are about the saved facts. */
export function withoutStale(results: Results, changed: StepId): Results {
  return results.filter(({ gate, status }) => status !== 'fail' || stepOfGate(gate) !== changed);
}

/** Returns the display name of a check. */
export function gateName(gate: string): string {
  return names[gate] ?? words(gate);
}

const names: Readonly<Record<string, string>> = {
  parties_present: 'Both sides are named',
  plaintiff_authority: 'Authority to act for the owner',
  entity_plaintiff: 'A company as plaintiff',
  attestation_authority: 'Your authority to act',
  attestation_not_retaliatory: 'No retaliation',
  attestation_not_discriminatory: 'No discrimination',
  cares_act: 'CARES Act',
  servicemember: 'Military service',
  ledger_balance: 'Amount owed and ledger',
  ledger_rent_only: 'Only rent in the ledger',
  premises_address: 'Address',
  zip_in_state: 'ZIP code and state',
  printable_text: 'Text that can be printed',
};

/** Returns the reason for a check's result in words, or the check's name if it has no reason. */
export function reasonText({ gate, reason }: Results[number]): string {
  if (reason === undefined) return gateName(gate);
  return inWords(reason).replaceAll(/“Line (\d+)”/g, 'line $1');
}

/** Matches the ledger lines that a check's reason mentions, with the words before them: ` on ledger[3]`. */
const lineNames = /(?: on|:)? ledger\[\d+\](?:, ledger\[\d+\])*(?: and \d+ more)?/g;

/** Returns what the checks say about single lines of the ledger, by index among the saved lines. */
export function lineWarnings(results: Results): ReadonlyMap<number, string> {
  const warnings = new Map<number, string>();
  const sentences = results.flatMap(({ status, reason = '' }) =>
    status === 'warn' || status === 'fail' ? reason.split(/(?<=[.])\s+/) : [],
  );
  for (const sentence of sentences) {
    const text = inWords(sentence.replaceAll(lineNames, ''));
    for (const [, place] of sentence.matchAll(/ledger\[(\d+)\]/g)) {
      const before = warnings.get(Number(place));
      warnings.set(Number(place), before === undefined ? text : `${before} ${text}`);
    }
  }
  return warnings;
}
