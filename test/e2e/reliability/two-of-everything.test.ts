import { randomUUID } from 'node:crypto';
import type { CaseRecord, State } from '@evict/case-model';
import { expect, test, vi } from 'vitest';
import { request } from '../../rehearsal/chaos/acknowledge.ts';
import { leadLiveCase } from '../../rehearsal/chaos/live-player.ts';
import { leadSandboxCase } from '../../rehearsal/chaos/sandbox-player.ts';
import { settle } from '../../rehearsal/chaos/settle.ts';
import {
  checkDeliveries,
  checkHistories,
  type DeliveryCount,
  waitForDeliveries,
} from '../../rehearsal/chaos/invariants.ts';
import { checkWorkflows } from '../../rehearsal/chaos/workflows.ts';
import { type Organization, type Sender, signUp } from '../../rehearsal/support/customers.ts';
import { send } from '../support/api.ts';
import { buildFacts } from '../support/facts.ts';
import { storyOf } from '../support/history.ts';
import { marylandFacts } from '../support/live.ts';
import { mailsSettled } from '../support/mailed-case.ts';
import { type Labels, metricsOf, sampleOf } from '../support/metrics.ts';
import { type Kind, startPairs, workDone } from '../support/pairs.ts';

// Every response is held against the model of a case, by the players of the chaos suite. The tests are in that order: the
// last one ends half of the processes.

const { gateways, processes, world, mailbox } = await startPairs();
const { store } = world.stack;

test('cases played concurrently reach their end over both of each, and nothing is done twice', async () => {
  await Promise.all([...Array.from({ length: 5 }, playSandboxCase), ...Array.from({ length: 2 }, playLiveCase)]);
  // A task goes to the worker that polls first: more tasks, until each has had one.
  const idle = async () => {
    const names = await withoutWork();
    if (names.length > 0) await Promise.all([playSandboxCase(), playLiveCase()]);
    return names;
  };
  await expect.poll(idle).toEqual([]);

  const { events, repeated } = await checkEverything();
  expect(events).toBeGreaterThan(0);
  expect(repeated).toBe(0);
  const { caseEvent, webhookDelivery, mail } = store.prisma;
  const steps = await caseEvent.count({ where: { sequence: { not: null } } });
  await expect.poll(() => sumOver('case-worker', 'evict_case_events_total')).toBe(steps);
  const attempts = (channel: string) => sumOver('outbox-worker', 'evict_deliveries_total', { channel });
  await expect.poll(() => attempts('webhook')).toBe(await webhookDelivery.count());
  await expect.poll(() => attempts('mail')).toBe(await mail.count());
  await expect.poll(arrivedMails).toEqual(await recordedMails());
}, 600_000);

test('a response of one gateway is replayed by the other under the same key, without effect', async () => {
  const customer = await newCustomer();
  const { id } = await atBoth('customer-gateway', customer.test, '/v1/cases', buildFacts());
  await atBoth('customer-gateway', customer.test, `/v1/cases/${id}/submit`);
  const advanced = await atBoth('customer-gateway', customer.test, `/v1/cases/${id}/advance`);
  expect(advanced.state).toBe('notice_sent');
  expect((await eventsOf(customer.test, id)).filter(({ toState }) => toState === 'notice_sent')).toHaveLength(1);

  const live = await atBoth('customer-gateway', customer.live, '/v1/cases', marylandFacts());
  await atBoth('customer-gateway', customer.live, `/v1/cases/${live.id}/submit`);
  const ref = { caseId: live.id, organizationId: customer.id, mode: 'live' } as const;
  const { record } = await settle(world, ref);
  const attorney = world.attorneys.find((one) => one.id === record.attorneyId) ?? expect.unreachable();
  const { documentHashes } = await world.model.hashesFor(live.id, { complete: true });
  const review = { decision: 'approve', notes: 'As discussed.', documentHashes };
  const path = `/v1/attorney/cases/${live.id}/reviews`;
  expect((await atBoth('attorney-gateway', attorney, path, review)).state).toBe('notice_approved');
  expect(await store.prisma.caseEvent.count({ where: { caseId: live.id, action: 'review_recorded' } })).toBe(1);
});

test('when one of each is killed in turn, the other takes over, and nothing is lost or done twice', async () => {
  const over = new AbortController();
  const play = async (playCase: () => Promise<unknown>) => {
    while (!over.signal.aborted) {
      await pause;
      await playCase();
    }
  };
  const players = [playSandboxCase, playSandboxCase, playLiveCase, playLiveCase, newCustomer];
  await Promise.all([killOneOfEach().finally(() => over.abort()), ...players.map(play)]);

  await checkEverything();
  await expect.poll(async () => new Set(await arrivedMails())).toEqual(new Set(await recordedMails()));
}, 600_000);

/** The outbox worker is the first: what it was sending is sent again half a minute later, while the others die. */
async function killOneOfEach(): Promise<void> {
  const kinds = ['outbox-worker', 'public-gateway', 'customer-gateway', 'attorney-gateway', 'case-worker'] as const;
  for (const kind of kinds) {
    const [doomed, other] = processes[kind];
    const continues = async (process: typeof other) => {
      const before = await workDone(kind, process);
      await expect.poll(() => workDone(kind, process)).toBeGreaterThan(before + 1);
    };
    await continues(doomed);
    if (kind === 'outbox-worker') await betweenMails(() => doomed.kill());
    else await doomed.kill();
    await endClaims();
    await continues(other);
  }
}

/** While there is one, no case begins. */
let pause: Promise<unknown> | null = null;

/** Acts while no mail is being sent: one whose worker dies meanwhile is retried after two minutes. */
async function betweenMails(act: () => Promise<unknown>): Promise<void> {
  pause = mailsSettled(world.stack, { timeout: 120_000 }).then(act);
  await pause;
  pause = null;
}

/** Instead of waiting for half a minute: ends the leases of requests of a gateway that died. */
async function endClaims(): Promise<void> {
  await store.pool.query('UPDATE "IdempotencyKey" SET "leaseUntil" = clock_timestamp() WHERE status IS NULL');
}

async function playSandboxCase(): Promise<void> {
  const customer = await newCustomer();
  await expectToBeOver(customer.test, await leadSandboxCase(world, customer), 'closed');
}

async function playLiveCase(): Promise<void> {
  const customer = await newCustomer();
  await expectToBeOver(customer.live, await leadLiveCase(world, customer, 'notice'), 'resolved');
  await expectToBeOver(customer.live, await leadLiveCase(world, customer, 'filing'), 'closed');
}

async function expectToBeOver(customer: Sender, { caseId, state }: CaseRecord, end: State): Promise<void> {
  expect(state).toBe(end);
  const story = storyOf(await eventsOf(customer, caseId));
  expect(story).toEqual([...new Set(story)]);
}

/** One whose events go to two receivers. Where the gateway dies meanwhile, somebody else begins again. */
function newCustomer(): Promise<Organization> {
  return vi.waitFor(() => signUp(world.stack.api, { urls: world.receivers.urls }), { timeout: 60_000, interval: 200 });
}

async function eventsOf(customer: Sender, caseId: string) {
  const { body } = await request(world, customer, { method: 'GET', path: `/v1/cases/${caseId}/events` });
  return body.items as Parameters<typeof storyOf>[0];
}

/** Sends to one gateway, and the same to the other. */
// oxlint-disable-next-line typescript/no-explicit-any
async function atBoth(kind: keyof typeof gateways, sender: Sender, path: string, body?: object): Promise<any> {
  const headers = { ...sender.headers, 'idempotency-key': randomUUID() };
  const [one, other] = gateways[kind];
  const sent = { credential: sender.credential, headers, ...(body && { body }) };
  const first = await send(one.url, 'POST', path, sent);
  const again = await send(other.url, 'POST', path, sent);
  expect(first.status, first.bytes.toString()).toBeLessThan(300);
  expect([again.status, again.bytes.toString()]).toEqual([first.status, first.bytes.toString()]);
  expect([first, again].map(({ headers: answered }) => answered.get('idempotent-replayed'))).toEqual([null, 'true']);
  return first.body;
}

/** Waits until nothing is pending, and checks every case, event and delivery so far. */
async function checkEverything(): Promise<DeliveryCount> {
  await waitForDeliveries(world);
  // A mail whose worker died is retried after two minutes.
  await mailsSettled(world.stack, { timeout: 150_000 });
  await checkHistories(world);
  await checkWorkflows(world);
  const deliveries = await checkDeliveries(world);
  expect(world.tally.violations).toEqual([]);
  return deliveries;
}

/** By id, in order, without dropped ones. */
async function recordedMails(): Promise<string[]> {
  const sent = await store.prisma.mail.findMany({ where: { sentAt: { not: null } }, select: { id: true } });
  return sent.map(({ id }) => id).sort();
}

/** By the ids in their Message-IDs, in order. */
async function arrivedMails(): Promise<string[]> {
  return (await mailbox.allMails())
    .map(({ headers }) => /mail_[\w-]+/.exec(String(headers['message-id']))?.[0] ?? '')
    .sort();
}

/** The processes that have done nothing yet. */
async function withoutWork(): Promise<string[]> {
  const names = Object.entries(processes).flatMap(([kind, pair]) =>
    pair.map(async (process, index) => ((await workDone(kind as Kind, process)) > 0 ? [] : [`${kind} ${index + 1}`])),
  );
  return (await Promise.all(names)).flat();
}

async function sumOver(kind: Kind, name: string, labels?: Labels): Promise<number> {
  const [one, other] = await Promise.all(processes[kind].map(({ operationsUrl }) => metricsOf(operationsUrl)));
  return sampleOf(one ?? '', name, labels) + sampleOf(other ?? '', name, labels);
}
