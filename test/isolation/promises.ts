import type { Promises } from './verdict.ts';

/**
 * Memory as the deployment limits it: a gateway has a heap of 256 MiB in a container of 512 MiB, a worker a container of
 * 1 GiB.
 */
const memoryMiB = { Gateways: 400, 'Case worker': 1024, Renderer: 1024, 'Outbox worker': 1024 };

/** On a machine that does nothing else. */
export const longPromises: Promises = {
  failures: 0,
  p99: { atMostTimes: 3, atMostMs: 500 },
  webhookP99Ms: 2000,
  memoryMiB,
  deaths: 0,
};

/**
 * For the short form, among other tests on two processors that may be busy: its time limits only catch delays of
 * seconds.
 */
export const shortPromises: Promises = {
  failures: 0,
  p99: { atMostTimes: 30, atMostMs: 8000 },
  webhookP99Ms: 30_000,
  memoryMiB,
  deaths: 0,
};
