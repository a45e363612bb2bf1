/**
 * A separate program, so that the attacker's work does not delay the neighbour's clock: prepares one attack, reports
 * ready, plays it on command, and reports the outcomes.
 */
import { setPriority } from 'node:os';
import { attackNamed } from '../attacks/index.ts';
import { assail } from './assault.ts';
import { createAttacker, type Site } from './attacker.ts';

// In reality the attacker has its own machine: here the attacked processes take precedence.
setPriority(10);

const [name = '', site = ''] = process.argv.slice(2);
const attack = attackNamed(name);
const attacker = await createAttacker(JSON.parse(site) as Site);
const assaults = await attack.prepare(attacker);
const over = new AbortController();
process.on('message', (order) => {
  if (order === 'begin') void play();
  if (order === 'end') over.abort();
});
process.once('disconnect', () => process.exit());
process.send?.('ready');

async function play(): Promise<void> {
  process.send?.(await assail(attacker.url, assaults, over.signal));
}
