import { responses } from './responses.ts';
import type { Attack, AttackGroup } from './attack.ts';
import { bodies } from './bodies.ts';
import { connections } from './connections.ts';
import { limits } from './limits.ts';
import { rendering } from './rendering.ts';
import { webhooks } from './webhooks.ts';

/** Every attack, by the bound that it tests, in the order in which they are played. */
export const groups: readonly AttackGroup[] = [bodies, connections, responses, rendering, limits, webhooks];

/** The names of those that `npm test` plays: one for each known way in which a tenant could stop others. */
export const shortForm: readonly string[] = [
  '14 MB: empty objects',
  '24 small uploads to one case at once',
  '50 requests with the same Idempotency-Key',
  'lists of 100 drafts of 2 MB',
  '60 downloads of 10 MB that are not read',
  'live submits with memos of three scripts in turn',
  'reads from 100 connections with one key',
  'sign-ins from one address',
  'pipelined requests',
];

export function attackNamed(name: string): Attack {
  const found = groups.flatMap(({ attacks }) => attacks).find((attack) => attack.name === name);
  if (!found) throw new Error(`No attack is called ${name}`);
  return found;
}
