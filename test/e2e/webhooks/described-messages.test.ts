import { type EventAction, eventRules, ruleOf, statesOf } from '@evict/case-model';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { startWebhookService } from '../support/webhook-world.ts';

const { stack, world } = await startWebhookService({ retryDelaysMs: [], deadlineMs: 10_000 });

interface Description {
  webhooks: Record<
    string,
    { post: { requestBody: { content: { 'application/json': { examples: Record<string, { value: object }> } } } } }
  >;
}

test('for each event type and state, receivers get a message that matches the schema and the example in the OpenAPI document', async () => {
  const description = (await (await fetch(`${stack.baseUrl}/v1/openapi.json`)).json()) as Description;
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema(description, 'description');
  const { receiver, deliver } = await world();

  const actions = Object.keys(eventRules) as EventAction[];
  expect(Object.keys(description.webhooks)).toEqual(expect.arrayContaining(actions.map((action) => `case.${action}`)));
  let expected = 0;
  for (const action of actions) {
    const { to, ...rule } = ruleOf(action);
    for (const state of to ?? statesOf(rule)) {
      const event = { action, toState: to ? state : null };
      // The earlier event is internal, so it isn't sent. It only determines the previous state.
      const before = { action: 'operator_action', internal: true, toState: state } as const;
      await deliver(to ? [event] : [before, event]);
      expected += 1;
    }
  }

  const seen = new Set<string>();
  for (const { raw } of await receiver.waitFor(expected)) {
    const body = JSON.parse(raw) as { id: string; type: string; caseId: string; state: string; createdAt: string };
    const { id, type, caseId, state, createdAt } = body;
    seen.add(`${type} ${state}`);
    const content = description.webhooks[type]?.post.requestBody.content['application/json'];
    const pointer = ['webhooks', type, 'post', 'requestBody', 'content', 'application~1json', 'schema'];
    const validate = ajv.getSchema(`description#/${pointer.map(encodeURIComponent).join('/')}`);
    expect(validate?.(body), `${raw}: ${ajv.errorsText(validate?.errors)}`).toBe(true);
    const example = content?.examples[type]?.value ?? {};
    // The fields and their order match byte for byte, except for values that differ from event to event.
    expect(raw).toBe(JSON.stringify({ ...example, id, caseId, state, createdAt }));
  }
  expect(seen.size).toBe(expected);
});
