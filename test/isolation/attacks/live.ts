import { setTimeout } from 'node:timers/promises';
import type { Attacker } from '../attacker/attacker.ts';

/** Headers under which a session acts in live mode. */
export const liveMode = { 'x-service-mode': 'live' };

/** Submits a live draft and waits until its attorney sees it. */
export async function submitLive({ act, session, attorneyToken }: Attacker, id: string): Promise<void> {
  const { status, bytes } = await act('POST', `/v1/cases/${id}/submit`, { credential: session, headers: liveMode });
  if (status !== 200) throw new Error(`the case is not submitted: ${status} ${bytes.toString().slice(0, 300)}`);
  for (const deadline = Date.now() + 120_000; Date.now() < deadline;) {
    const seen = await act('GET', `/v1/attorney/cases/${id}`, { credential: attorneyToken });
    if (seen.status === 200) return;
    await setTimeout(200);
  }
  throw new Error(`${id} does not come to its attorney`);
}
