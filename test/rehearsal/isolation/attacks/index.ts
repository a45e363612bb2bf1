import type { Attacks } from './attack.ts';
import { bodies } from './bodies.ts';
import { connections } from './connections.ts';
import { imports } from './imports.ts';
import { limits } from './limits.ts';
import { manyRows } from './many-rows.ts';
import { rendering } from './rendering.ts';
import { responses } from './responses.ts';
import { waysIn } from './ways-in.ts';
import { webhooks } from './webhooks.ts';

/** All attacks, in the order in which they are played. */
export const attacks: Attacks = {
  ...bodies,
  ...connections,
  ...responses,
  ...manyRows,
  ...imports,
  ...limits,
  ...waysIn,
  ...webhooks,
  ...rendering,
};

/**
 * The attacks of the short form. Attacks that keep processors busy, such as rendering, are left out, because they only
 * mean something on an idle machine.
 */
export const shortForm: readonly string[] = [
  '14 MB: empty objects',
  '8 MB: opening brackets',
  '100 small uploads to one case at once',
  '60 downloads of 10 MB that are not read',
  'reads from 100 connections with one key',
  'pipelined requests',
  'calls of an agent from 100 connections',
];
