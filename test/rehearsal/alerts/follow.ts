import { setTimeout } from 'node:timers/promises';
import type { Deployment } from '../support/deployment.ts';
import type { Cause } from './cause.ts';
import type { Monitoring } from './monitoring.ts';

/** For one wait. */
const patienceMs = 180_000;
/** Fires always. */
const always = 'AlertsArrive';

/** Causes the alert, waits for it and its mail, ends the cause, and waits for its end and the mail about that. */
export async function follow(
  world: Deployment,
  monitoring: Monitoring,
  alert: string,
  { what, factor, bringAbout }: Cause & { factor: number },
) {
  const alsoFired = new Set<string>();
  const look = async () => {
    const firing = (await monitoring.active()).filter(({ state }) => state === 'firing');
    for (const { labels } of firing) alsoFired.add(labels['alertname'] ?? '');
    return firing.find(({ labels }) => labels['alertname'] === alert);
  };
  const countOf = async (status: string) => {
    const isAbout = (subject: string) => subject.includes(status) && subject.endsWith(`: ${alert}`);
    return (await monitoring.subjects()).filter(isAbout).length;
  };
  const before = { firing: await countOf('FIRING'), resolved: await countOf('RESOLVED') };
  const beganAt = performance.now();
  const end = await bringAbout(world);
  let [said, fired, mailed, endedAt] = ['', 0, 0, 0];
  try {
    fired = await until(`${alert} fires`, beganAt, async () => {
      said = (await look())?.annotations.summary.replaceAll(world.folder, '') ?? '';
      return said !== '';
    });
    mailed = await until(`${alert} is mailed`, beganAt, async () => {
      await look();
      return (await countOf('FIRING')) > before.firing;
    });
  } finally {
    endedAt = performance.now();
    await end();
  }
  const ended = await until(`${alert} ends`, endedAt, async () => (await look()) === undefined);
  await until(`the end of ${alert} is mailed`, endedAt, async () => (await countOf('RESOLVED')) > before.resolved);
  for (const name of [alert, always]) alsoFired.delete(name);
  const beside = [...alsoFired].sort().join(', ');
  return { alert, what, factor, 'fired, s': fired, 'mailed, s': mailed, 'ended, s': ended, said, beside };
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
