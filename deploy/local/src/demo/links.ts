import { caseWorkflowId } from '@evict/temporal/messages';
import type { Links } from '../with-stack.ts';

/** The pages that show what the demo did. */
export function linkLines(links: Links, cases: readonly { letter: string; caseId: string }[]): string[] {
  const { api, temporalWeb, temporalNamespace, mailbox, staysUp } = links;
  const workflows = cases.map(({ letter, caseId }) =>
    row(`  case ${letter}`, workflowAt(temporalWeb, temporalNamespace, caseId)),
  );
  return [
    'Where to look',
    row('API', api),
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

/** The page of a case's workflow; its id if there is no page. */
function workflowAt(temporalWeb: string | null, namespace: string, caseId: string): string {
  const id = caseWorkflowId(caseId);
  if (temporalWeb === null) return `workflow ${id}`;
  return `${temporalWeb}/namespaces/${encodeURIComponent(namespace)}/workflows/${encodeURIComponent(id)}`;
}

function row(name: string, value: string): string {
  return `  ${name.padEnd(15)}${value}`;
}
