import { createHash } from 'node:crypto';
import type { TestStore } from '@evict/store/testing';

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Node[];
}

/**
 * How PostgreSQL runs a statement, which is undone: the rows that it returns, the blocks and rows that it reads, the
 * tables that it reads whole, and its indexes. It is planned for its values, or for any, as a prepared one may be.
 */
export async function planOf(
  { pool }: Pick<TestStore, 'pool'>,
  { text, values }: { text: string; values?: unknown[] },
  plannedFor: 'custom' | 'generic' = 'custom',
) {
  const client = await pool.connect();
  try {
    await client.query(`BEGIN; SET LOCAL plan_cache_mode = force_${plannedFor}_plan`);
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Node }[] }>({
      // Named: only prepared statements have a plan for any values.
      name: createHash('sha1')
        .update(plannedFor + text)
        .digest('hex'),
      text: `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
      values: values ?? [],
    });
    const plans = (rows[0]?.['QUERY PLAN'] ?? []).map(({ Plan }) => Plan);
    const nodes = plans.flatMap(flat);
    const scans = nodes.filter((node) => node['Relation Name'] !== undefined);
    return {
      found: plans[0]?.['Actual Rows'],
      blocks: plans.reduce((sum, node) => sum + node['Shared Hit Blocks'] + node['Shared Read Blocks'], 0),
      read: scans.reduce((sum, node) => sum + node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0), 0),
      whole: scans
        .filter((node) => node['Node Type'] === 'Seq Scan' && node['Actual Loops'] > 0)
        .map((node) => node['Relation Name']),
      indexes: nodes.flatMap((node) => node['Index Name'] ?? []),
    };
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

function flat(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(flat)];
}
