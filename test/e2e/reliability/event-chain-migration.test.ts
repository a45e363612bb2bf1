import { randomUUID } from 'node:crypto';
import { withClient } from '@evict/local';
import { migrate } from '@evict/prisma/migrate';
import { createPostgresBlobStore } from '@evict/store/bytes';
import { verifyAllCases } from '@evict/store/evidence';
import { openTestStore } from '@evict/store/testing';
import { expect, inject, test } from 'vitest';

// Databases that are full when the chain comes: what was recorded before it, and by older processes meanwhile, is chained.

const beforeChain = '20261122214403_customer_commands';

/** A database as it was before the chain, with cases. */
async function databaseBeforeChain(cases: readonly string[]): Promise<string> {
  const { postgresUrl } = inject('servers');
  const name = `before_${randomUUID().replaceAll('-', '')}`;
  await withClient(`${postgresUrl}postgres`, (client) => client.query(`CREATE DATABASE ${name}`));
  const url = `${postgresUrl}${name}`;
  await migrate(url, { through: beforeChain });
  await withClient(url, async (client) => {
    await client.query(`INSERT INTO "Organization" (id, name) VALUES ('org_1', 'Sandbox Holdings')`);
    for (const id of cases)
      await client.query(
        `INSERT INTO "Case" (id, "organizationId", mode, state, ground, "entryPoint", jurisdiction, facts, "nextAction",
          sequence) VALUES ($1, 'org_1', 'test', 'notice_review', 'nonpayment', 'notice', 'ZZ', '{}', '{}', 0)`,
        [id],
      );
  });
  return url;
}

const insertEvent = `INSERT INTO "CaseEvent" (id, "caseId", sequence, action, "actorType", "fromState", "toState", detail,
    internal, "createdAt") VALUES ($1, $2, $3, $4, 'customer', $5, 'notice_review', $6, $7, $8)`;
const insertView = `INSERT INTO "TenantDataView" (id, "caseId", "actorType", actor, what)
    VALUES ($1, $2, 'attorney', 'usr_1', 'case')`;

async function verifiedAt(url: string) {
  const store = openTestStore(url, 2);
  try {
    return await verifyAllCases({ store, blobs: createPostgresBlobStore(store) });
  } finally {
    await store.close();
  }
}

test('events and reads of every age and form are chained, once', async () => {
  const cases = Array.from({ length: 30 }, () => `case_${randomUUID()}`);
  const url = await databaseBeforeChain(cases);
  const details = [null, {}, { caseTime: '2026-07-01T00:00:00.000Z', 'größe 🏠': [1.5, -0, 1e21, null, true] }];
  await withClient(url, async (client) => {
    for (const [index, id] of cases.entries()) {
      for (let sequence = 1; sequence <= index; sequence += 1) {
        const detail = details[sequence % details.length];
        const at = new Date(Date.UTC(2026, 0, 1) + (sequence >> 1));
        const from = sequence === 1 ? null : 'draft';
        await client.query(insertEvent, [
          `evt_${randomUUID()}`,
          id,
          sequence % 5 === 0 ? null : sequence,
          'submit',
          from,
          detail === null ? null : JSON.stringify(detail),
          true,
          at,
        ]);
        if (sequence % 3 === 0) await client.query(insertView, [`view_${randomUUID()}`, id]);
      }
    }
  });
  await migrate(url);
  const found = await verifiedAt(url);
  const events = (30 * 29) / 2;
  expect(found).toMatchObject({ faults: [], cases: 30, events });
  expect(found.reads).toBeGreaterThan(100);
  expect(await migrate(url)).toEqual([]);
});

test('what older processes record while the migration runs has its link when it is over', async () => {
  const cases = Array.from({ length: 4 }, () => `case_${randomUUID()}`);
  const url = await databaseBeforeChain(cases);
  const over = new AbortController();
  let written = 0;
  const writers = cases.map((id) =>
    withClient(url, async (client) => {
      for (let sequence = 1; !over.signal.aborted; sequence += 1) {
        const event = [`evt_${randomUUID()}`, id, sequence, 'submit', null, '{}', true, new Date()];
        await client.query(insertEvent, event);
        await client.query(insertView, [`view_${randomUUID()}`, id]);
        written += 2;
      }
    }),
  );
  await expect.poll(() => written).toBeGreaterThan(100);
  await migrate(url);
  const atEnd = written;
  await expect.poll(() => written).toBeGreaterThan(atEnd + 20);
  over.abort();
  await Promise.all(writers);
  const found = await verifiedAt(url);
  expect(found.faults).toEqual([]);
  expect(found.events + found.reads).toBe(written);
});
