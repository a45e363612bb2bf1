import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import pg from 'pg';
import { type WrittenRows, writeRows } from './rows.ts';

export type BareActivities = ReturnType<typeof createBareActivities>;

export interface BareActivityOptions {
  databaseUrl: string;
  /** The path of a file with the rows that each command of a case writes. */
  rowsFile: string;
}

export function createBareActivities({ databaseUrl, rowsFile }: BareActivityOptions) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  const steps = JSON.parse(readFileSync(rowsFile, 'utf8')) as WrittenRows[];
  return {
    async writeStep({ index, caseId, number }: { index: number; caseId: string; number: string }): Promise<void> {
      const rows = steps[index];
      if (!rows) throw new Error(`step ${index} was not recorded`);
      await writeRows(pool, rows, caseId, number);
    },
    async nothing(): Promise<void> {},
    async nothingLocal(): Promise<void> {},
    /** Posts the body. Connections are reused, as in the service. */
    async post({ url, body }: { url: string; body: string }): Promise<void> {
      const sent = request(url, { method: 'POST', headers: { 'content-type': 'application/json' } });
      sent.end(body);
      const [response] = (await once(sent, 'response')) as [{ statusCode: number; resume: () => void }];
      response.resume();
      if (response.statusCode >= 300) throw new Error(`status ${response.statusCode}`);
    },
  };
}
