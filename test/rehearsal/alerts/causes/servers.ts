import { execFile } from 'node:child_process';
import { mkdir, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { withClient } from '@evict/local';
import { applyRoles, type Process, roleOf } from '@evict/store/roles';
import { nextAddress, send } from '../../../e2e/support/api.ts';
import { expecting, type Organization, sendAs, signUp } from '../../support/customers.ts';
import type { Deployment } from '../../support/deployment.ts';
import { advance, type Causes, repeat, submittedCase } from '../cause.ts';

const run = promisify(execFile);

/** PostgreSQL, Temporal, the mail server and their disks: away, locked, refusing, or full. */
export const ofServers: Causes = {
  DatabaseUnreachable: {
    what: 'PostgreSQL was stopped',
    bringAbout: (world) => without(world, 'database'),
  },
  DiskFilling: {
    what: 'a disk of 64 MB was filled until a tenth was left',
    async bringAbout({ folder }) {
      const disk = join(folder, 'disk');
      await mkdir(disk);
      await run('truncate', ['--size=64M', `${disk}.img`]);
      await run('mkfs.ext4', ['-q', '-m', '0', `${disk}.img`]);
      await run('mount', ['-o', 'loop', `${disk}.img`, disk]);
      const { bavail, bsize } = await statfs(disk);
      await writeFile(join(disk, 'full'), Buffer.alloc(Math.floor(bavail * bsize * 0.9), 1));
      return () => run('umount', [disk]);
    },
  },
  WorkerNotReady: {
    what: 'Temporal was stopped',
    bringAbout: (world) => without(world, 'temporal'),
  },
  DeliveriesWait: {
    what: 'Temporal was stopped, and a mail had been due for six minutes',
    async bringAbout(world) {
      const back = await without(world, 'temporal');
      await submitLead(world);
      // Instead of waiting.
      await world.store.pool.query(
        `UPDATE "Mail" SET "dueAt" = now() - interval '6 minutes' WHERE "dueAt" IS NOT NULL`,
      );
      return back;
    },
  },
  ServerErrors: {
    what: 'the customer gateway lost its permission to read cases',
    async bringAbout(world) {
      const { test } = await signUp(world.api);
      const back = await revoke(world, 'customer_gateway', 'SELECT', 'Case');
      const stop = repeat(() => sendAs(world.api, test, 'GET', '/v1/cases'));
      return async () => {
        await back();
        // Only requests bring the share of those that fail down.
        await setTimeout(20_000);
        await stop();
      };
    },
  },
  StepsFail: {
    what: 'the case worker lost its permission to store documents, and eight cases were submitted',
    async bringAbout(world) {
      const organization = await signUp(world.api);
      const back = await revoke(world, 'case_worker', 'INSERT', 'Blob');
      await Promise.all(Array.from({ length: 8 }, () => submittedCase(world, organization)));
      return back;
    },
  },
  CasesNotRecorded: {
    what: 'the case worker lost its permission to record events, and a case was advanced',
    async bringAbout(world) {
      const organization = await signUp(world.api);
      const id = await submittedCase(world, organization);
      const back = await revoke(world, 'case_worker', 'INSERT', 'CaseEvent');
      const stop = repeat(() => advance(world, organization, id));
      return async () => {
        await back();
        await stop();
      };
    },
  },
  CommandsSlow: {
    what: 'a session locked the events of cases for three seconds again and again',
    bringAbout: (world) => withLock(world, 3000),
  },
  CommandsUnanswered: {
    what: 'a session locked the events of cases for a minute',
    bringAbout: (world) => withLock(world, 60_000),
  },
  CasesNotCounted: {
    what: 'the outbox worker lost its permission to read cases',
    bringAbout: (world) => revoke(world, 'outbox_worker', 'SELECT', 'Case'),
  },
  RetentionStalled: {
    group: 'starts',
    what: 'the outbox worker lost its permission to delete leads, one of which was due for a week',
    async bringAbout(world) {
      const { pool } = world.store;
      const worker = world.of('outbox-worker');
      const back = await revoke(world, 'outbox_worker', 'DELETE', 'Lead');
      await pool.query(`INSERT INTO "Lead" (id, kind, name, email, "createdAt")
        VALUES ('lead_old', 'contact', 'Robin', 'robin@example.com', now() - interval '737 days')`);
      // It measures when it starts, and then every five minutes.
      await worker.restart();
      return async () => {
        await back();
        await worker.restart();
        const isLeft = async () => (await pool.query(`SELECT 1 FROM "Lead" WHERE id = 'lead_old'`)).rowCount !== 0;
        while (await isLeft()) await setTimeout(100);
        await worker.restart();
      };
    },
  },
  MailGivenUp: {
    factor: 120,
    group: 'work',
    what: 'the mail server was stopped, and a lead was submitted',
    async bringAbout(world) {
      await world.servers.mailbox.stop();
      await submitLead(world);
      return () => world.servers.mailbox.start();
    },
  },
};

/** Until the returned function starts it again. */
async function without({ servers, of }: Deployment, name: 'database' | 'temporal'): Promise<() => Promise<void>> {
  await servers[name].stop();
  return async () => {
    await servers[name].start();
    // What a supervisor does with those that have ended meanwhile.
    for (const worker of ['case-worker', 'outbox-worker'] as const) await of(worker).restart();
  };
}

/** Until the returned function gives every role its permissions again. */
async function revoke({ url }: Deployment, process: Process, privilege: string, table: string) {
  await withClient(url(), (client) => client.query(`REVOKE ${privilege} ON "${table}" FROM ${roleOf(process)}`));
  return () => applyRoles(url());
}

/** Locks the table of events for so long, again and again, while cases of several customers are advanced. */
async function withLock(world: Deployment, ms: number): Promise<() => Promise<void>> {
  const organizations = await Promise.all(Array.from({ length: 6 }, () => signUp(world.api)));
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

async function submitLead({ api }: Deployment): Promise<void> {
  const body = { kind: 'contact', name: 'Robin', email: 'robin@example.com', message: 'Which states?' };
  const headers = { 'x-forwarded-for': nextAddress() };
  await expecting(202, send(api, 'POST', '/v1/public/leads', { body, headers }));
}
