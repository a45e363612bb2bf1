import type { Deployment } from '../support/deployment.ts';
import { until } from '../support/until.ts';
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
    fired = await secondsUntil(beganAt, async () => {
      said = (await look())?.annotations.summary.replaceAll(world.folder, '') ?? '';
      return said === '' ? alert : undefined;
    });
    mailed = await secondsUntil(beganAt, async () => {
      await look();
      return (await countOf('FIRING')) > before.firing ? undefined : `the mail of ${alert}`;
    });
  } finally {
    endedAt = performance.now();
    await end();
  }
  const ended = await secondsUntil(endedAt, async () => (await look()) && `the end of ${alert}`);
  await secondsUntil(endedAt, async () =>
    (await countOf('RESOLVED')) > before.resolved ? undefined : `the mail that ${alert} ended`,
  );
  for (const name of [alert, always]) alsoFired.delete(name);
  const beside = [...alsoFired].sort().join(', ');
  return { alert, what, factor, 'fired, s': fired, 'mailed, s': mailed, 'ended, s': ended, said, beside };
}

/** Resolves when nothing fires any more. */
export async function allIsWell(monitoring: Monitoring): Promise<void> {
  await secondsUntil(performance.now(), async () => {
    const active = (await monitoring.active()).map(({ labels }) => labels['alertname'] ?? '');
    return active.filter((name) => name !== always).map((name) => `the end of ${name}`)[0];
  });
}

/** Seconds since `fromMs`, when nothing is left to wait for. Rejects with what it is after three minutes. */
async function secondsUntil(fromMs: number, awaited: () => Promise<string | undefined>): Promise<number> {
  const look = async () => {
    const what = await awaited();
    if (what !== undefined) throw new Error(`waited ${patienceMs / 1000} s for ${what}`);
  };
  await until(look, { withinMs: patienceMs, everyMs: 200 });
  return Math.round((performance.now() - fromMs) / 1000);
}
