import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { issueCertificate, keptAuthority } from '@evict/local';
import { deadEndpoint } from '@evict/store/webhooks';
import { newAttorney } from '../../../chaos/driver/world.ts';
import { nextAddress, send } from '../../../e2e/support/api.ts';
import { operate } from '../../../e2e/support/operate.ts';
import type { Deployment } from '../../deployment.ts';
import { type Cause, repeat } from './cause.ts';
import { advance, customer, submittedCase, submittedLiveCase } from './customers.ts';

/** Customers, their receivers, and people who want in. */
export const ofTenants: Cause[] = [
  {
    alert: 'CommandsUnauthorized',
    group: 'work',
    what: "a hold was sent to a live case with Temporal's own client, past the gateways and `ops`",
    async bringAbout(world) {
      await newAttorney(world);
      const id = await submittedLiveCase(world, await customer(world));
      const command = { operator: 'mallory', kind: 'hold' };
      await world.client.workflow
        .getHandle(id)
        .executeUpdate('operate', { updateId: randomUUID(), args: [{ command }] });
      return async () => {};
    },
  },
  {
    alert: 'ProcessesRestored',
    group: 'work',
    what: "the workflow of a case was terminated with Temporal's own client",
    async bringAbout(world) {
      const id = await submittedCase(world, await customer(world));
      await world.client.workflow.getHandle(id).terminate();
      return async () => {};
    },
  },
  {
    alert: 'CasesWaitForOperators',
    group: 'work',
    what: 'a live case was put on hold',
    async bringAbout(world) {
      await newAttorney(world);
      const organization = await customer(world);
      const caseId = await submittedLiveCase(world, organization);
      const ref = { caseId, organizationId: organization.id, mode: 'live' } as const;
      const isOk = async (result: Promise<{ ok: boolean }>) => {
        const told = await result;
        if (!told.ok) throw new Error(JSON.stringify(told));
      };
      await isOk(operate(world, ref, { kind: 'hold' }));
      return () => isOk(operate(world, ref, { kind: 'resume' }));
    },
  },
  {
    alert: 'WebhooksFail',
    group: 'work',
    what: 'every receiver responded with 500',
    async bringAbout(world) {
      const receiver = await startReceiver(world, (_request, response) => response.writeHead(500).end());
      const organization = await customer(world, [receiver.url]);
      const stop = repeat(async () => {
        const id = await submittedCase(world, organization);
        await advance(world, organization, id);
        await new Promise((resolve) => setTimeout(resolve, 500));
      });
      return async () => {
        await stop();
        receiver.close();
      };
    },
  },
  {
    alert: 'WebhookEndpointsDisabled',
    group: 'work',
    what: 'the receivers of seven endpoints, said to have failed for five days, responded with 500',
    factor: 1440,
    async bringAbout(world) {
      const receiver = await startReceiver(world, (_request, response) => response.writeHead(500).end());
      const urls = Array.from({ length: 7 }, (_, index) => `${receiver.url}${index}`);
      const organization = await customer(world, urls);
      // Instead of waiting.
      await world.store.pool.query(
        `UPDATE "WebhookEndpoint" SET "failingSince" = now() - make_interval(days => $2), "failedDeliveries" = $3
         WHERE "organizationId" = $1`,
        [organization.id, deadEndpoint.days, deadEndpoint.deliveries],
      );
      await submittedCase(world, organization);
      return async () => receiver.close();
    },
  },
  {
    alert: 'PasswordQueueFull',
    what: '40 sign-ins were under way at any time',
    async bringAbout({ api }) {
      return repeat(() => {
        const body = { email: `${randomUUID()}@example.com`, password: 'guess guess guess' };
        return send(api, 'POST', '/v1/auth/login', { body, headers: { 'x-forwarded-for': nextAddress() } });
      }, 40);
    },
  },
];

async function startReceiver({ folder }: Deployment, respond: RequestListener) {
  const server = createServer(await issueCertificate(await keptAuthority(folder), '127.0.0.1'), respond);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `https://127.0.0.1:${(server.address() as { port: number }).port}/`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
