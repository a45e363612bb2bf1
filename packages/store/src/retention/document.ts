import { type CaseRetention, caseRetention } from '@evict/case-model';
import { type DeletionRule, type Kept, keptInTemporal, keptOutside, keptTables } from './table.ts';

/** docs/retention.md. */
export function retentionDocument(): string {
  return [
    '# What is kept, and for how long',
    'Made from `packages/store/src/retention/table.ts` and `packages/case-model/src/retention.ts`; `npm test -- packages/store -u` writes it anew. The reasons behind it are in [ADR 22](adr/0022-erasure-and-retention.md) and [ADR 37](adr/0037-one-retention-table.md).',
    'Every age is judged by the clock of the database. Housekeeping is a loop of the delivery worker: every hour it deletes rows that have had their time, 500 for each statement. Retention is a workflow on the case worker that runs every day at 03:17 UTC, 50 cases for each activity. Both can be broken off anywhere and go on with their next round. `evict_retention_done_total` counts what they do, `evict_retention_overdue_seconds` tells how far behind a rule is, `evict_table_bytes` how large a table is.',
    '## Cases',
    table(
      ['Rule', 'Days', 'Since', 'What happens', 'Why then'],
      (Object.keys(caseRetention) as CaseRetention[]).map((rule) => {
        const { days, since, does, reason } = caseRetention[rule];
        return [`\`${rule}\``, `${days}`, since === 'change' ? 'last change' : 'erasure', does, reason];
      }),
    ),
    'A case under legal hold is left alone by every rule that withdraws or erases. An open live case is never touched; a live draft is no more than a draft.',
    '## Tables of the database',
    keptTable('Table', keptTables),
    '## In Temporal',
    keptTable('What', keptInTemporal),
    '## Outside of both',
    keptTable('What', keptOutside),
  ]
    .join('\n\n')
    .concat('\n');
}

function keptTable(title: string, rows: Readonly<Record<string, Kept>>): string {
  return table(
    [title, 'What it holds', 'What bounds its growth', 'When it goes', 'Who deletes it'],
    Object.entries(rows).map(([name, { holds, bound, goes, by, rules = {} }]) => {
      const byRule = Object.values(rules).map(ruleText);
      const who = [...(byRule.length > 0 ? ['housekeeping'] : []), ...(by === undefined ? [] : [by])];
      return [name, holds, bound, [...byRule, ...(goes === undefined ? [] : [goes])].join('; '), who.join('; ')];
    }),
  );
}

function ruleText({ about, days, column, reason }: DeletionRule): string {
  const age = days === 0 ? 'at once' : `${days === 1 ? '1 day' : `${days} days`} after \`${column}\``;
  return `${about}: ${age} (${reason})`;
}

function table(headers: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(headers), line(headers.map(() => '---')), ...rows.map(line)].join('\n');
}
