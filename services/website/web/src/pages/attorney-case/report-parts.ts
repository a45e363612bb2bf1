import { call } from '../../api/call.ts';
import type { Input, Operation } from '../../api/contract.ts';
import type { ReportField } from '../../shared/report-fields.ts';
import { reportWords as words } from '../../wording/reports.ts';

/** What an attorney reports: the verb, its fields, and the request. */
export interface Report {
  verb: string;
  meaning?: string;
  fields: readonly ReportField[];
  send: (body: Record<string, unknown>) => Promise<unknown>;
}

export const reason: ReportField = {
  name: 'reason',
  label: words.reason,
  kind: 'long',
  help: words.reasonHelp,
  required: true,
};
export const optionalReason: ReportField = { ...reason, required: false };
export const day = (name: string, label: string, more: Partial<ReportField> = {}): ReportField => ({
  name,
  label,
  kind: 'day',
  ...more,
});
export const text = (name: string, label: string, more: Partial<ReportField> = {}): ReportField => ({
  name,
  label,
  kind: 'text',
  ...more,
});
export const choice = (
  name: string,
  label: string,
  choices: Readonly<Record<string, string>>,
  more: Partial<ReportField> = {},
): ReportField => ({ name, label, kind: 'choice', choices, required: true, ...more });

/** Sends a body whose faults the service names: the form knows the fields, the service their rules. */
export function send<K extends Operation>(
  operation: K,
  names: Record<string, string>,
  build = (body: object): object => body,
) {
  return (body: Record<string, unknown>) => call(operation, { ...names, body: build(body) } as unknown as Input<K>);
}
