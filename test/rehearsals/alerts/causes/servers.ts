import { execFile } from 'node:child_process';
import { mkdir, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { withClient } from '@evict/local';
import { applyRoles, type Process, roleOf } from '@evict/store/roles';
import type { Organization } from '../../../chaos/driver/world.ts';
import { nextAddress, send } from '../../../e2e/support/api.ts';
import { type Deployment, workers } from '../../deployment.ts';
import { type Cause, repeat } from './cause.ts';
import { advance, call, customer, submittedCase } from './customers.ts';

const run = promisify(execFile);

/** PostgreSQL, Temporal, the mail server and their disks: away, locked, refusing, or full. */
export const ofServers: Cause[] = [
  {
    alert: 'DatabaseUnreachable',
    what: 'PostgreSQL was stopped',
    async bringAbout({ servers, processes }) {
      await servers.database.stop();
      return async () => {
        await servers.database.start();
        // What a supervisor does with those that have ended meanwhile.
        for (const name of workers) await processes.restart(name);
      };
    },
  },
  {
    alert: 'DiskFilling',
    what: 'a disk of 64 MB was filled until a tenth was left',
    async bringAbout({ folder }) {
      const disk = join(folder, 'disk');
      await mkdir(disk);
      await run('truncate', ['--size=64M', `${disk}.img`]);
      await run('mkfs.ext4', ['-q', '-m', '0', `${disk}.img`]);
      await run('mount', ['-o', 'loop', `${disk}.img`, disk]);
      const { bavail, bsize } = await statfs(disk);
      await writeFile(join(disk, 'full'), Buffer.alloc(Math.floor(bavail * bsize * 0.9), 1));
      return async () => {
        await run('umount', [disk]);
      };
    },
  },
  {
    alert: 'WorkerNotReady',
    what: 'Temporal was stopped',
    bringAbout: (world) => withoutTemporal(world),
  },
  {
    alert: 'DeliveriesWait',
    what: 'Temporal was stopped, and a mail had been due for six minutes',
    async bringAbout(world) {
      const back = await withoutTemporal(world);
      await lead(world);
      // Instead of waiting.
      await world.store.pool.query(
        `UPDATE "Mail" SET "dueAt" = now() - interval '6 minutes' WHERE "dueAt" IS NOT NULL`,
      );
      return back;
    },
  },
  {
    alert: 'ServerErrors',
    what: 'the customer gateway lost its permission to read cases',
    async bringAbout(world) {
      const { test } = await customer(world);
      const back = await revoke(world, 'customer_gateway', 'SELECT', 'Case');
      const stop = repeat(() => call(world, test, 'GET /v1/cases'));
      return async () => {
        await back();
        // Only requests bring the share of those that fail down.
        await setTimeout(20_000);
        await stop();
      };
    },
  },
  {
    alert: 'StepsFail',
    what: 'the case worker lost its permission to store documents, and eight cases were submitted',
    async bringAbout(world) {
      const organization = await customer(world);
      const back = await revoke(world, 'case_worker', 'INSERT', 'Blob');
      await Promise.all(Array.from({ length: 8 }, () => submittedCase(world, organization)));
      return back;
    },
  },
  {
    alert: 'CasesNotRecorded',
    what: 'the case worker lost its permission to record events, and a case was advanced',
    async bringAbout(world) {
      const organization = await customer(world);
      const id = await submittedCase(world, organization);
      const back = await revoke(world, 'case_worker', 'INSERT', 'CaseEvent');
      const stop = repeat(() => advance(world, organization, id));
      return async () => {
        await back();
        await stop();
      };
    },
  },
  {
    alert: 'CommandsSlow',
    what: 'a session locked the events of cases for three seconds again and again',
    bringAbout: (world) => withLock(world, 3000),
  },
  {
    alert: 'CommandsUnanswered',
    what: 'a session locked the events of cases for a minute',
    bringAbout: (world) => withLock(world, 60_000),
  },
  {
    alert: 'CasesNotCounted',
    what: 'the outbox worker lost its permission to read cases',
    bringAbout: (world) => revoke(world, 'outbox_worker', 'SELECT', 'Case'),
  },
  {
    alert: 'RetentionStalled',
    group: 'starts',
    what: 'the outbox worker lost its permission to delete leads, one of which was due for a week',
    async bringAbout(world) {
      const { pool } = world.store;
      const back = await revoke(world, 'outbox_worker', 'DELETE', 'Lead');
      await pool.query(`INSERT INTO "Lead" (id, kind, name, email, "createdAt")
        VALUES ('lead_old', 'contact', 'Robin', 'robin@example.com', now() - interval '737 days')`);
      // It measures when it starts, and then every five minutes.
      await world.processes.restart('outbox-worker');
      return async () => {
        await back();
        await world.processes.restart('outbox-worker');
        while ((await pool.query(`SELECT 1 FROM "Lead" WHERE id = 'lead_old'`)).rowCount !== 0) {
          await setTimeout(100);
        }
        await world.processes.restart('outbox-worker');
      };
    },
  },
  {
    alert: 'MailGivenUp',
    factor: 120,
    group: 'work',
    what: 'the mail server was stopped, and a lead was submitted',
    async bringAbout(world) {
      await world.servers.mailbox.stop();
      await lead(world);
      return () => world.servers.mailbox.start();
    },
  },
];

async function withoutTemporal({ servers, processes }: Deployment): Promise<() => Promise<void>> {
  await servers.temporal.stop();
  return async () => {
    await servers.temporal.start();
    for (const name of workers) await processes.restart(name);
  };
}

/** Until the returned function gives every role its permissions again. */
async function revoke({ url }: Deployment, process: Process, privilege: string, table: string) {
  // Of columns too.
  await withClient(url(), (client) => client.query(`REVOKE ${privilege} ON "${table}" FROM ${roleOf(process)}`));
  return () => applyRoles(url());
}

/** Locks the table of events for so long, again and again, while cases of several customers are advanced. */
async function withLock(world: Deployment, ms: number): Promise<() => Promise<void>> {
  const organizations = await Promise.all(Array.from({ length: 6 }, () => customer(world)));
  const ids = await Promise.all(organizations.map((organization) => submittedCase(world, organization)));
  const advanceOne = async (organization: Organization, index: number) => {
    const { status, body } = await advance(world, organization, ids[index] ?? '');
    // A case that has ended is followed by another.
    if (status === 409 || body?.state === 'closed') ids[index] = await submittedCase(world, organization);
  };
  const over = new AbortController();
  const locking = repeat(() =>
    withClient(world.url(), async (client) => {
      await client.query('BEGIN; LOCK TABLE "CaseEvent" IN EXCLUSIVE MODE');
      await setTimeout(ms, undefined, { signal: over.signal }).catch(() => {}); // it is over
      await client.query('COMMIT');
    }),
  );
  // Below the limit of advances, which is 60 in a minute.
  const paced = (organization: Organization, index: number) =>
    Promise.all([advanceOne(organization, index), setTimeout(1500)]);
  const calling = organizations.map((organization, index) => repeat(() => paced(organization, index)));
  return async () => {
    over.abort();
    await locking();
    await Promise.all(calling.map((stop) => stop()));
  };
}

async function lead({ api }: Deployment): Promise<void> {
  const body = { kind: 'contact', name: 'Robin', email: 'robin@example.com', message: 'Which states?' };
  const headers = { 'x-forwarded-for': nextAddress() };
  const { status } = await send(api, 'POST', '/v1/public/leads', { body, headers });
  if (status !== 202) throw new Error(`the lead was not accepted: ${status}`);
}
