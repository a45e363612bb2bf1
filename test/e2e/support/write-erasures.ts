/** Adds erasures to a list until it is killed. Usage: `write-erasures.ts <list> <prefix of ids>`. */
import { writeSync } from 'node:fs';
import { appendErasure } from '@evict/store/erasure';

const [list = '', prefix = ''] = process.argv.slice(2);
for (let n = 0; ; n += 1) {
  const leadId = `${prefix}_${n}`;
  await appendErasure(list, { leadId, operator: 'robin', erasedAt: new Date() });
  writeSync(1, `${leadId}\n`);
}
