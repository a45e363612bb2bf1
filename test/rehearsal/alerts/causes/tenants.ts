import { randomUUID } from 'node:crypto';
import { deadEndpoint } from '@evict/store/webhooks';
import { commandUpdates } from '@evict/temporal/messages';
import { nextAddress, send } from '../../../e2e/support/api.ts';
import { operate, type Operation } from '../../../e2e/support/operate.ts';
import { newAttorney, signUp } from '../../support/customers.ts';
import type { Deployment } from '../../support/deployment.ts';
import { certificateFor, startReceiver } from '../../support/receivers.ts';
import { until } from '../../support/until.ts';
import { advance, type Causes, repeat, submittedCase } from '../cause.ts';

/** Customers, their receivers, and people who want in. */
export const ofTenants: Causes = {
  CommandsUnauthorized: {
    group: 'work',
    what: "a hold was sent to a live case with Temporal's own client, past the gateways and `ops`",
    async bringAbout(world) {
      await newAttorney(world.store);
      const id = await submittedCase(world, await signUp(world.api), 'live');
      await world.client.workflow
        .getHandle(id)
        .executeUpdate(commandUpdates.hold.definition, { args: [{ commandId: randomUUID() }] });
      return async () => {};
    },
  },
  WorkflowsRestored: {
    group: 'work',
    what: "the workflow of a case was terminated with Temporal's own client",
    async bringAbout(world) {
      const id = await submittedCase(world, await signUp(world.api));
      await world.client.workflow.getHandle(id).terminate();
      return async () => {};
    },
  },
  CasesWaitForOperators: {
    group: 'work',
    what: 'a live case was put on hold',
    async bringAbout(world) {
      await newAttorney(world.store);
      const organization = await signUp(world.api);
      const caseId = await submittedCase(world, organization, 'live');
      const ref = { caseId, organizationId: organization.id, mode: 'live' } as const;
      const command = async (body: Operation) => {
        const result = await operate(world, ref, body);
        if (!result.ok) throw new Error(JSON.stringify(result));
      };
      await command({ kind: 'hold' });
      return () => command({ kind: 'resume' });
    },
  },
  WebhooksFail: {
    group: 'work',
    what: 'every receiver responded with 500',
    async bringAbout(world) {
      let refused = 0;
      const receiver = await startFailingReceiver(world, () => (refused += 1));
      const organization = await signUp(world.api, { urls: [receiver.url] });
      const stop = repeat(async () => {
        const before = refused;
        const id = await submittedCase(world, organization);
        await advance(world, organization, id);
        await until(async () => {
          if (refused === before) throw new Error('no webhook has arrived');
        });
      });
      return async () => {
        await stop();
        receiver.close();
      };
    },
  },
  WebhookEndpointsDisabled: {
    group: 'work',
    what: 'the receivers of seven endpoints, said to have failed for five days, responded with 500',
    factor: 1440,
    async bringAbout(world) {
      const receiver = await startFailingReceiver(world);
      const urls = Array.from({ length: 7 }, (_, index) => `${receiver.url}${index}`);
      const organization = await signUp(world.api, { urls });
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
  PasswordQueueFull: {
    what: '40 sign-ins were under way at any time',
    async bringAbout({ api }) {
      return repeat(() => {
        const body = { email: `${randomUUID()}@example.com`, password: 'guess guess guess' };
        return send(api, 'POST', '/v1/auth/login', { body, headers: { 'x-forwarded-for': nextAddress() } });
      }, 40);
    },
  },
};

async function startFailingReceiver({ folder }: Deployment, onDelivery = () => {}) {
  return startReceiver(await certificateFor(folder), (_request, response) => {
    response.writeHead(500).end();
    onDelivery();
  });
}
