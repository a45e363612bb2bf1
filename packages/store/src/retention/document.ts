import { type CaseRetention, caseRetention } from '@evict/case-model';
import { externalRetention, temporalRetention } from './elsewhere.ts';
import { type DeletionRule, type Retained, tableRetention } from './table.ts';

/** Returns the content of docs/retention.md. */
export function retentionDocument(): string {
  return [
    '# Retention',
    'This page lists what the service stores, for how long, and what deletes it. It is generated from `packages/store/src/retention/` and `packages/case-model/src/retention.ts` by `npm test -- packages/store -u`.',
    'The outbox worker deletes rows every hour; the workflow `retention` applies the rules for cases every day at 03:17 UTC. Days are counted by the clock of the database. The **details** of a case are its facts and texts. Erasing them leaves a **shell** of ids, states and times. “With” means that one thing is deleted together with another: “with the details” is when the details are erased, and “with the last account” is when the last account of the organization is erased.',
    '## Cases',
    table(
      ['Rule', 'Days', 'Since', 'What happens', 'Reason'],
      (Object.keys(caseRetention) as CaseRetention[]).map((rule) => {
        const { days, since, does, reason } = caseRetention[rule];
        return [`\`${rule}\``, `${days}`, since === 'change' ? 'last change' : 'erasure', does, reason];
      }),
    ),
    'No rule touches a case under legal hold, or an open live case that has been submitted. The shell of a live case stays.',
    '## Tables of the database',
    retentionTable('Table', tableRetention),
    '## In Temporal',
    'Temporal keeps finished workflows for the retention period of the namespace.',
    retentionTable('What', temporalRetention),
    '## Elsewhere',
    retentionTable('What', externalRetention),
  ]
    .join('\n\n')
    .concat('\n');
}

function retentionTable(title: string, rows: Readonly<Record<string, Retained>>): string {
  return table(
    [title, 'Contents', 'Deleted'],
    Object.entries(rows).map(([name, { contents, deleted, rules = {} }]) => {
      const byRule = Object.values(rules).map(ruleText);
      return [name, contents, [...byRule, ...(deleted === undefined ? [] : [deleted])].join('; ')];
    }),
  );
}

function ruleText({ about, days, reason }: DeletionRule): string {
  const age = days === 0 ? 'at once' : days === 1 ? 'after a day' : `after ${days} days`;
  const subject = about === undefined ? age : `${about} ones ${age}`;
  return reason === undefined ? subject : `${subject} (${reason})`;
}

function table(headers: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(headers), line(headers.map(() => '---')), ...rows.map(line)].join('\n');
}
