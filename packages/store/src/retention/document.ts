import { type CaseRetention, caseRetention } from '@evict/case-model';
import { externalRetention, temporalRetention } from './elsewhere.ts';
import { type DeletionRule, type Retained, tableRetention } from './table.ts';

/** Returns the text of docs/retention.md. */
export function retentionDocument(): string {
  return [
    '# Retention',
    'Generated from `table.ts` and `elsewhere.ts` in `packages/store/src/retention/`, and `packages/case-model/src/retention.ts`; `npm test -- packages/store -u` rewrites it. The reasons behind it are in [ADR 13](adr/0013-one-table-for-retention.md).',
    'The clock of the database decides about ages. Housekeeping is a loop of the outbox worker: every hour it deletes due rows, 500 per statement. Retention is a workflow on the case worker that runs every day at 03:17 UTC, with 50 cases per activity. Both can be interrupted anywhere and continue in their next round. `evict_retention_done_total` counts what they do, `evict_retention_overdue_seconds` is the delay of a rule, `evict_table_bytes` the size of a table.',
    '## Cases',
    table(
      ['Rule', 'Days', 'Since', 'What happens', 'Why then'],
      (Object.keys(caseRetention) as CaseRetention[]).map((rule) => {
        const { days, since, does, reason } = caseRetention[rule];
        return [`\`${rule}\``, `${days}`, since === 'change' ? 'last change' : 'erasure', does, reason];
      }),
    ),
    'No rule withdraws or erases a case under legal hold. Open live cases are never touched; a live draft counts as a draft.',
    '## Tables of the database',
    retentionTable('Table', tableRetention),
    '## In Temporal',
    retentionTable('What', temporalRetention),
    '## Elsewhere',
    retentionTable('What', externalRetention),
  ]
    .join('\n\n')
    .concat('\n');
}

function retentionTable(title: string, rows: Readonly<Record<string, Retained>>): string {
  return table(
    [title, 'Contents', 'Limit', 'Deleted', 'By'],
    Object.entries(rows).map(([name, { contents, limit, deleted, by, rules = {} }]) => {
      const byRule = Object.values(rules).map(ruleText);
      const who = [...(byRule.length > 0 ? ['housekeeping'] : []), ...(by === undefined ? [] : [by])];
      return [
        name,
        contents,
        limit,
        [...byRule, ...(deleted === undefined ? [] : [deleted])].join('; '),
        who.join('; '),
      ];
    }),
  );
}

function ruleText({ about, days, column, reason }: DeletionRule): string {
  const age = days === 0 ? 'immediately' : `${days === 1 ? '1 day' : `${days} days`} after \`${column}\``;
  return `${about}: ${age} (${reason})`;
}

function table(headers: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(headers), line(headers.map(() => '---')), ...rows.map(line)].join('\n');
}
