import type { CaseFacts, Mode } from '@evict/case-model';
import { createPostgresBlobStore, sha256Hex, sha256Of } from '@evict/store/bytes';
import type { CaseRef } from '@evict/temporal';
import { buildFacts } from '../../e2e/support/facts.ts';
import type { File } from '../../e2e/support/service.ts';
import type { Organization, Sender } from '../support/customers.ts';
import { act, read, request } from './acknowledge.ts';
import { ViolationError } from './tally.ts';
import type { World } from './world.ts';

interface Draft {
  facts?: CaseFacts;
  files?: readonly File[];
  /** The free text that is written into the draft afterwards. */
  freeText?: string;
}

/** Creates a draft, completes it and submits it. Checks that what was acknowledged is stored. */
export async function submitCase(
  world: World,
  organization: Organization,
  mode: Mode,
  { facts = buildFacts(), files = [], freeText }: Draft = {},
): Promise<CaseRef> {
  const sender = organization[mode];
  const { status, body } = await request(world, sender, { method: 'POST', path: '/v1/cases', body: facts });
  expectThat('create', status, 201);
  const caseId = body.id as string;
  world.tally.cases += 1;
  world.tally.histories.set(caseId, []);
  for (const file of files) await upload(world, sender, caseId, file);
  if (freeText !== undefined) await edit(world, sender, caseId, freeText);
  expectThat(`${caseId}, submit`, await act(world, sender, `/v1/cases/${caseId}/submit`), 'ok');
  return { caseId, organizationId: organization.id, mode };
}

/** Changes the free text of a draft, and checks that it is stored. */
async function edit(world: World, sender: Sender, caseId: string, freeText: string): Promise<void> {
  const { status } = await request(world, sender, { method: 'PATCH', path: `/v1/cases/${caseId}`, body: { freeText } });
  expectThat(`${caseId}, edit`, status, 200);
  const select = { facts: true };
  const row = await read(() => world.stack.store.prisma.case.findUniqueOrThrow({ where: { id: caseId }, select }));
  if ((row.facts as unknown as CaseFacts).freeText === freeText) return;
  throw new ViolationError('lost', `${caseId} lost an acknowledged edit`);
}

/** Uploads a file, and checks that it is stored exactly once, with its bytes. */
async function upload(world: World, sender: Sender, caseId: string, file: File): Promise<void> {
  const { filename = 'lease.pdf', purpose = 'other', bytes } = file;
  const body = { filename, purpose, contentBase64: Buffer.from(bytes).toString('base64') };
  const path = `/v1/cases/${caseId}/documents`;
  const { status } = await request(world, sender, { method: 'POST', path, body });
  expectThat(`${caseId}, upload`, status, 201);
  const contentHash = sha256Hex(bytes);
  const { store } = world.stack;
  const select = { id: true };
  const rows = await read(() => store.prisma.document.findMany({ where: { caseId, contentHash }, select }));
  const kept = await read(async () => {
    const blob = await createPostgresBlobStore(store).open(caseId, rows[0]?.id ?? '');
    return blob && sha256Of(blob);
  });
  if (kept !== contentHash) throw new ViolationError('lost', `${caseId} lost an acknowledged upload`);
  if (rows.length > 1) throw new ViolationError('duplicated', `${caseId} has an upload ${rows.length} times`);
}

function expectThat(what: string, response: string | number, expected: string | number): void {
  if (response !== expected) throw new ViolationError('disagreement', `${what}: ${response}, not ${expected}`);
}
