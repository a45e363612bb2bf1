import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { newId } from '@evict/store/ids';
import { openTestStore } from '@evict/store/testing';
import { cloneDatabase } from '@evict/testkit';
import { expect, test } from 'vitest';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const textBytes = 1024 * 1024;

test('nothing of what was written stays in memory, however large it was', async () => {
  const store = openTestStore(await cloneDatabase());
  const { prisma } = store;
  const id = newId('organization');
  await prisma.organization.create({ data: { id, name: 'Sandbox Holdings' } });
  const heapAfter = async (writes: number) => {
    for (let count = 0; count < writes; count += 1) {
      await prisma.organization.update({ where: { id }, data: { name: `${count}${'x'.repeat(textBytes)}` } });
    }
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const before = await heapAfter(5);
  const growth = (await heapAfter(30)) - before;
  await store.close();
  expect(growth).toBeLessThan(10 * textBytes);
});
