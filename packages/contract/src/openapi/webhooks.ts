import { type EventAction, eventRules, ruleOf, type State, states, statesOf } from '@evict/case-model';
import { type JsonSchema, toJsonSchema } from '../json-schema.ts';
import { webhookMessage } from '../routes/webhooks.ts';
import { type MessageType, type OptInMessage, optInMessages } from '../schemas/enumerations.ts';
import { exampleOf } from '../shape.ts';

/**
 * Returns the messages that receivers get, one entry per message type. Messages about events are generated from the
 * event rules.
 */
export function webhooks(schemas: Map<string, JsonSchema>): Record<string, { post: object }> {
  const message = toJsonSchema(webhookMessage, schemas);
  const ofEvents = (Object.keys(eventRules) as EventAction[]).map((action) => {
    const { live, test } = ruleOf(action);
    const when = `Posted to the organization's endpoints in the mode of the case. Trigger in live mode: ${live}. Trigger in test mode: ${test}.`;
    return received({ type: `case.${action}`, when, states: statesAfter(action) }, message);
  });
  const beside = Object.entries(optInMessages).map(([type, what]) =>
    received(
      {
        type: type as OptInMessage,
        when: `${what} Posted only to endpoints whose \`events\` contain this type.`,
        states,
      },
      message,
    ),
  );
  return Object.fromEntries([...ofEvents, ...beside]);
}

interface Received {
  type: MessageType;
  when: string;
  states: readonly State[];
}

function received({ type, when, states: after }: Received, message: JsonSchema): [string, { post: object }] {
  const example = { ...exampleOf(webhookMessage), type, state: after[0] };
  const post = {
    tags: ['Webhooks'],
    summary: type,
    description: when,
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
          schema: { allOf: [message, { properties: { type: { const: type }, state: { enum: after } } }] },
          examples: { [type]: { value: example } },
        },
      },
    },
    responses: {
      '2XX': {
        description:
          'The message was received. Respond within ten seconds. After any other response, or none, the message is sent again, up to five times in total.',
      },
    },
  };
  return [type, { post }];
}

/** Returns the states that a case can be in after an event. */
function statesAfter(action: EventAction): readonly State[] {
  const rule = ruleOf(action);
  return rule.to ?? statesOf(rule);
}
