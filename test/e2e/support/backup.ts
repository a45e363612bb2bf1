import { rm } from 'node:fs/promises';
import { ensureDatabase, freePort, prepareRoles, startPostgres, Supervisor } from '@evict/local';
import { migrate } from '@evict/prisma/migrate';
import { copyIn, newFolder } from './copied-tables.ts';

/** Restores the backup on another PostgreSQL server, which stops at the end: pass `afterAll`, in a test `onTestFinished`. */
export async function restoreElsewhere(folder: string, atTheEnd: (stop: () => Promise<void>) => void): Promise<string> {
  const dir = await newFolder();
  const supervisor = new Supervisor({});
  const kill = () => supervisor.kill();
  process.once('exit', kill);
  atTheEnd(async () => {
    process.off('exit', kill);
    await supervisor.stop();
    await Promise.all([dir, folder].map((one) => rm(one, { recursive: true, force: true })));
  });
  const server = await startPostgres(supervisor, { dir, port: await freePort(), durable: false });
  await ensureDatabase(server, 'restored');
  const url = server.url('restored');
  await migrate(url);
  await prepareRoles(url, new URL(url).password);
  await copyIn(folder, url);
  return url;
}
