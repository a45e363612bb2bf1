import { sha256Hex } from '@evict/store/bytes';
import { eraseCase } from '@evict/store/erasure';
import { expect, test } from 'vitest';
import { buildFacts } from '../support/facts.ts';
import { pdf } from '../support/grounds.ts';
import { startS3Server } from '../support/s3-server.ts';
import { startService } from '../support/service.ts';

const bucket = await startS3Server(process.env);
const service = bucket && (await startService({ blobs: bucket.settings }));

test.skipIf(!bucket)(
  'a case with documents in a bucket runs like any other, and its erasure leaves no objects behind',
  async () => {
    if (!bucket || !service) throw new Error('skipped');
    const { store, blobs } = service.stack;
    const customer = await service.signUp();
    const upload = { filename: 'lease.pdf', bytes: pdf('Lease') };
    const { id } = await customer.submitted(buildFacts(), [upload]);
    await customer.advance(id);
    const { documents } = await customer.read(id);
    expect(documents.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['evidence', 'notice']));
    for (const { id: documentId, contentHash } of documents) {
      expect(sha256Hex((await customer.download(id, documentId)).bytes)).toBe(contentHash);
    }
    expect(await store.prisma.blob.count()).toBe(0);
    expect(await bucket.keysUnder('')).toEqual(documents.map((one) => `${id}/${one.id}`).sort());

    await customer.withdraw(id);
    expect(await eraseCase(store, { caseId: id, operator: 'robin', list: '', blobs })).toMatchObject({ ok: true });
    expect(await bucket.keysUnder('')).toEqual([]);
  },
);
