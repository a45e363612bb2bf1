import type { CaseFacts } from '@evict/case-model';
import { createPostgresBlobStore, sha256Hex, sha256Of } from '@evict/store/bytes';
import type { File } from '../../e2e/support/service.ts';
import type { Sender } from '../support/customers.ts';
import { ViolationError } from './tally.ts';
import { read, request } from './acknowledge.ts';
import type { World } from './world.ts';

/** Creates a draft, which must exist from then on. */
export async function createCase(world: World, sender: Sender, facts: CaseFacts): Promise<string> {
  const { status, body } = await request(world, sender, { method: 'POST', path: '/v1/cases', body: facts });
  if (status !== 201) throw new ViolationError('disagreement', `create: ${status} ${JSON.stringify(body)}`);
  const id = body.id as string;
  world.tally.cases += 1;
  world.tally.histories.set(id, []);
  return id;
}

/** Changes the free text of a draft, and checks that it is stored. */
export async function editDraft(world: World, sender: Sender, caseId: string, freeText: string): Promise<void> {
  const { status } = await request(world, sender, { method: 'PATCH', path: `/v1/cases/${caseId}`, body: { freeText } });
  expectOk(caseId, 'edit', status === 200 ? 'ok' : String(status));
  const select = { facts: true };
  const row = await read(() => world.stack.store.prisma.case.findUniqueOrThrow({ where: { id: caseId }, select }));
  if ((row.facts as unknown as CaseFacts).freeText === freeText) return;
  throw new ViolationError('lost', `${caseId} has lost an edit that was acknowledged`);
}

/** Uploads a file, and checks that it is stored exactly once, with its bytes. */
export async function uploadTo(world: World, sender: Sender, caseId: string, file: File): Promise<void> {
  const { filename = 'lease.pdf', purpose = 'other', bytes } = file;
  const body = { filename, purpose, contentBase64: Buffer.from(bytes).toString('base64') };
  const path = `/v1/cases/${caseId}/documents`;
  const { status } = await request(world, sender, { method: 'POST', path, body });
  expectOk(caseId, 'upload', status === 201 ? 'ok' : String(status));
  const contentHash = sha256Hex(bytes);
  const { store } = world.stack;
  const { prisma } = store;
  const rows = await read(() => prisma.document.findMany({ where: { caseId, contentHash }, select: { id: true } }));
  const kept = await read(async () => {
    const blob = await createPostgresBlobStore(store).open(caseId, rows[0]?.id ?? '');
    return blob && sha256Of(blob);
  });
  if (kept !== contentHash) {
    throw new ViolationError('lost', `${caseId} has lost an upload that was acknowledged`);
  }
  if (rows.length > 1) throw new ViolationError('duplicated', `${caseId} has an upload ${rows.length} times`);
}

export function expectOk(caseId: string, what: string, response: string): void {
  if (response !== 'ok') throw new ViolationError('disagreement', `${caseId}, ${what}: ${response}, not ok`);
}
