import { caseWorkflowId } from '@evict/temporal/messages';
import type { Links } from '../with-stack.ts';
import { demoAttorneyEmail } from './attorney.ts';

export interface Shown {
  /** The account for signing in on the website. */
  customer: { email: string; password: string };
  cases: readonly { letter: string; caseId: string }[];
  /** The live case of the attorney. Null if none was played. */
  attorney: { caseId: string } | null;
}

/** Lists the pages that show what the demo did. */
export function linkLines(links: Links, { customer, cases, attorney }: Shown): string[] {
  const { api, temporalWeb, temporalNamespace, mailbox, staysUp } = links;
  const workflows = cases.map(({ letter, caseId }) => row(`  case ${letter}`, workflowAt(temporalWeb, caseId)));
  return [
    'Where to look',
    row('Website', api),
    row('  sign in', `${api}/sign-in as ${customer.email} with the password: ${customer.password}`),
    ...cases.map(({ letter, caseId }) => row(`  case ${letter}`, `${api}/cases/${caseId}`)),
    ...(attorney === null ? [] : attorneyLines(api, attorney)),
    row('API', `${api}/v1`),
    row('API reference', `${api}/docs`),
    row(
      'Temporal Web',
      temporalWeb ?? `as npm start printed it, or that of your Temporal server; namespace ${temporalNamespace}`,
    ),
    ...workflows,
    row('Mailbox', mailbox ?? 'as npm start printed it'),
    ...(staysUp ? [] : ['  The stack was started for this demo and stops now: npm start brings all of this back.']),
  ];
}

function attorneyLines(api: string, { caseId }: { caseId: string }): string[] {
  return [
    row('  attorney', `${api}/attorney/sign-in as ${demoAttorneyEmail}; the mailbox has the link that sets a password`),
    row('  their case', `${api}/attorney/cases/${caseId}`),
  ];
}

/** The page of a case's workflow, or its id if there is no page. */
function workflowAt(temporalWeb: string | null, caseId: string): string {
  const id = caseWorkflowId(caseId);
  if (temporalWeb === null) return `workflow ${id}`;
  return `${temporalWeb}/workflows/${encodeURIComponent(id)}`;
}

function row(name: string, value: string): string {
  return `  ${name.padEnd(15)}${value}`;
}
