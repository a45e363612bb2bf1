import { caseWorkflowId } from '@evict/temporal/messages';
import type { Links } from '../with-stack.ts';
import { demoAttorneyEmail } from './attorney.ts';

export interface Shown {
  /** The account for signing in on the website. */
  customer: { email: string; password: string };
  cases: readonly { letter: string; caseId: string }[];
  /** The attorney's live case. Null if none was played. */
  attorney: { caseId: string } | null;
}

/** Returns the lines that list where to see what the demo did. */
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
      temporalWeb ?? `see the output of npm start, or your own Temporal server; namespace ${temporalNamespace}`,
    ),
    ...workflows,
    row('Mailbox', mailbox ?? 'see the output of npm start'),
    ...(staysUp ? [] : ['  The stack was started only for this demo and stops now. Run npm start to see all of this.']),
  ];
}

function attorneyLines(api: string, { caseId }: { caseId: string }): string[] {
  return [
    row(
      '  attorney',
      `${api}/attorney/sign-in as ${demoAttorneyEmail}; the mailbox has the link for setting a password`,
    ),
    row('  their case', `${api}/attorney/cases/${caseId}`),
  ];
}

/** Returns the URL of a case's workflow in Temporal Web, or the workflow's id if the URL isn't known. */
function workflowAt(temporalWeb: string | null, caseId: string): string {
  const id = caseWorkflowId(caseId);
  if (temporalWeb === null) return `workflow ${id}`;
  return `${temporalWeb}/workflows/${encodeURIComponent(id)}`;
}

function row(name: string, value: string): string {
  return `  ${name.padEnd(15)}${value}`;
}
