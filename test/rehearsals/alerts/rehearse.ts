import { setTimeout } from 'node:timers/promises';
import type { Cause } from './causes/index.ts';
import type { Deployment } from '../deployment.ts';
import type { Monitoring } from './monitoring.ts';

export interface Rehearsal {
  alert: string;
  what: string;
  factor: number;
  /** The day, `YYYY-MM-DD`. */
  on: string;
  /** Seconds from the condition until Prometheus fires, and until the mail about it has arrived. */
  firedAfter: number;
  mailedAfter: number;
  /** Seconds from the end of the condition until Prometheus resolves it, and the mail about that has arrived. */
  resolvedAfter: number;
  summary: string;
  /** Other alerts that fired meanwhile; null if others were caused meanwhile. */
  alsoFired: string[] | null;
}

/** For one wait. */
const patienceMs = 180_000;
/** Fires always. */
const always = 'AlertsArrive';

/** Causes the alert, waits for it and its mail, ends the cause, and waits for its end and the mail about that. */
export async function rehearse(
  world: Deployment,
  monitoring: Monitoring,
  cause: Cause & { factor: number },
): Promise<Rehearsal & { alsoFired: string[] }> {
  const { alert, what, factor } = cause;
  const alsoFired = new Set<string>();
  const look = async () => {
    const firing = (await monitoring.active()).filter(({ state }) => state === 'firing');
    for (const { labels } of firing) alsoFired.add(labels['alertname'] ?? '');
    return firing.find(({ labels }) => labels['alertname'] === alert);
  };
  const countOf = async (status: string) =>
    (await monitoring.subjects()).filter((subject) => subject.includes(status) && subject.endsWith(`: ${alert}`))
      .length;

  const before = { firing: await countOf('FIRING'), resolved: await countOf('RESOLVED') };
  const beganAt = performance.now();
  const end = await cause.bringAbout(world);
  let [summary, firedAfter, mailedAfter, endedAt] = ['', 0, 0, 0];
  try {
    firedAfter = await until(`${alert} fires`, beganAt, async () => {
      summary = (await look())?.annotations.summary.replaceAll(world.folder, '') ?? '';
      return summary !== '';
    });
    mailedAfter = await until(`${alert} is mailed`, beganAt, async () => {
      await look();
      return (await countOf('FIRING')) > before.firing;
    });
  } finally {
    endedAt = performance.now();
    await end();
  }
  const resolvedAfter = await until(`${alert} ends`, endedAt, async () => (await look()) === undefined);
  await until(`the end of ${alert} is mailed`, endedAt, async () => (await countOf('RESOLVED')) > before.resolved);
  for (const name of [alert, always]) alsoFired.delete(name);
  const on = new Date().toISOString().slice(0, 10);
  return { alert, what, factor, on, firedAfter, mailedAfter, resolvedAfter, summary, alsoFired: [...alsoFired].sort() };
}

/** Resolves when nothing fires any more. */
export async function allIsWell(monitoring: Monitoring): Promise<void> {
  let active: string[] = [];
  const isWell = async () => {
    const names = (await monitoring.active()).map(({ labels }) => labels['alertname'] ?? '');
    active = names.filter((name) => name !== always);
    return active.length === 0;
  };
  await until('nothing fires', performance.now(), isWell).catch((error: Error) => {
    throw new Error(`${error.message}, but ${active.join(', ')}`);
  });
}

/** Seconds since `fromMs`. Throws if it takes too long. */
async function until(what: string, fromMs: number, holds: () => Promise<boolean>): Promise<number> {
  const deadline = performance.now() + patienceMs;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`waited ${patienceMs / 1000} s until ${what}`);
    await setTimeout(200);
  }
  return Math.round((performance.now() - fromMs) / 1000);
}
