/** What calls for the attorney, by its code. A failed job carries the name of its step. */
export function attentionName(reason: string): string {
  const [code = '', step = ''] = reason.split(':');
  const name = attentionNames[code] ?? code.replaceAll('_', ' ');
  return step === '' ? name : `${name}: ${step.replaceAll('_', ' ')}`;
}

const attentionNames: Readonly<Record<string, string>> = {
  on_hold: 'On hold',
  withdrawal_requested: 'Withdrawal requested',
  job_failed: 'A step failed',
  mail_failed: 'An email failed',
  attorney_needed: 'No attorney',
  dismissal_recorded: 'Court case dismissed',
  summons_unserved: 'Summons not served',
  judgment_before_hearing: 'Judgment dated before the hearing',
};

/** `ledger_balance` as words. */
export function gateName(gate: string): string {
  const words = gate.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
