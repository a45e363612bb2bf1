import { type EventAction, eventRules, ruleOf, statesOf } from '@evict/case-model';
import { type JsonSchema, toJsonSchema } from '../json-schema.ts';
import { webhookMessage } from '../routes/webhooks.ts';
import { exampleOf } from '../shape.ts';

/** What receivers get: an entry for each type of event, generated from the table of events. */
export function webhooks(schemas: Map<string, JsonSchema>): Record<string, { post: object }> {
  const message = toJsonSchema(webhookMessage, schemas);
  return Object.fromEntries(
    (Object.keys(eventRules) as EventAction[]).map((action) => [`case.${action}`, { post: received(action, message) }]),
  );
}

function received(action: EventAction, message: JsonSchema): object {
  const { live, test } = ruleOf(action);
  const type = `case.${action}` as const;
  const states = statesAfter(action);
  const example = { ...exampleOf(webhookMessage), type, state: states[0] };
  return {
    tags: ['Webhooks'],
    summary: type,
    description: `Posted to every endpoint of the organization in the mode of the case. In live mode: ${live}. In test mode: ${test}.`,
    security: [],
    parameters: [
      { $ref: '#/components/parameters/WebhookTimestamp' },
      { $ref: '#/components/parameters/WebhookSignature' },
      { $ref: '#/components/parameters/WebhookSignaturePrevious' },
    ],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: { allOf: [message, { properties: { type: { const: type }, state: { enum: states } } }] },
          examples: { [type]: { value: example } },
        },
      },
    },
    responses: {
      '2XX': {
        description:
          'Within ten seconds: the message was received. With any other response, or none, it is attempted again, up to five times in all.',
      },
    },
  };
}

/** The states in which an event can leave a case. */
function statesAfter(action: EventAction): readonly string[] {
  const rule = ruleOf(action);
  return rule.to ?? statesOf(rule);
}
