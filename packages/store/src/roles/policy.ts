/** Creates or replaces a policy of row-level security. */
export function policy(table: string, name: string, rule: string): string[] {
  return [`DROP POLICY IF EXISTS ${name} ON "${table}"`, `CREATE POLICY ${name} ON "${table}" ${rule}`];
}
