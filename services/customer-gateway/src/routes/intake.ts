import type { CaseFacts } from '@evict/case-model';
import {
  ApiError,
  type IntakeFile,
  invalidRequest,
  type Issue,
  maxCaseBytes,
  maxCaseDocuments,
  maxDocumentBytes,
  maxIntakeBytes,
  maxIntakeFiles,
  pageSize,
  routes,
} from '@evict/contract';
import { intakeContentType, needsPassword } from '@evict/papers';
import { caseBody, documentResponse, enforceLimit, type Gateway } from '@evict/http';
import { sha256Hex } from '@evict/store/bytes';
import type { Scope } from '@evict/store/cases';
import { newId } from '@evict/store/ids';
import {
  beginCase,
  bytesOfIntakeFile,
  deleteIntakeFile,
  findIntakeFile,
  type IntakeFileRow,
  keepIntakeFile,
  listIntakeFiles,
} from '@evict/store/intake';
import { loadCase } from '../cases.ts';
import { createCursors, endText, parseEnd } from '../cursor.ts';
import type { Dependencies } from '../dependencies.ts';
import { orTooLarge } from '../storage-quota.ts';
import { prepareDraft } from './cases.ts';
import { uploadRefusals } from './documents.ts';

/** Serves the inbox of files that don't belong to a case yet, and starts cases with them. */
export function intakeRoutes(
  gateway: Gateway,
  { store, secretKeys, storageQuota, refuseInfected }: Dependencies,
): void {
  const cursors = createCursors(secretKeys);

  gateway.route(routes.keepFile, async ({ caller, body, content, work }) => {
    if (content.length > maxDocumentBytes) {
      throw new ApiError('payload_too_large', { message: 'The file is larger than 10 MB.' });
    }
    await enforceLimit(store, 'upload', `${caller.organizationId}:${caller.mode}`);
    await work.releaseDuring(() => refuseInfected(caller.organizationId, content));
    const { filename, purpose = null, note = null } = body;
    const contentType = await intakeContentType(filename, content);
    if (!contentType) {
      throw new ApiError('unsupported_media_type', { message: 'The file must be a PDF, JPEG, PNG, CSV or XLSX.' });
    }
    const id = newId('intakeFile', work.uuid('intake file'));
    const named = { id, filename, purpose, note, contentType, content };
    const file = { ...named, contentHash: sha256Hex(content), needsPassword: needsPassword(content) };
    const bounds = { mostFiles: maxIntakeFiles, mostBytes: maxIntakeBytes[caller.mode] };
    const kept = await keepIntakeFile(store, caller, file, bounds);
    if (!kept) throw new ApiError('invalid_state', { message: fullInbox(caller) });
    const { contentHash, expiresAt } = kept;
    return { status: 201, body: { id, filename, purpose, contentHash, expiresAt: expiresAt.toISOString() } };
  });

  gateway.route(routes.listIntakeFiles, async ({ caller, query: { cursor, limit } }) => {
    const listing = { scope: caller, list: 'inbox', filter: '' } as const;
    const after = cursor === undefined ? null : parseEnd(cursors.decode(listing, cursor));
    const size = pageSize(limit);
    const rows = await listIntakeFiles(store, caller, { limit: size + 1, after });
    const page = rows.slice(0, size);
    const last = rows.length > size ? page.at(-1) : undefined;
    const nextCursor = last ? cursors.encode(listing, endText({ at: last.createdAt, id: last.id })) : null;
    return { status: 200, body: { items: page.map(present), nextCursor } };
  });

  gateway.route(routes.downloadIntakeFile, async ({ caller, params }) => {
    const file = await findIntakeFile(store, caller, params.id);
    if (!file) throw new ApiError('not_found');
    return documentResponse(file, bytesOfIntakeFile(store, caller, file));
  });

  gateway.route(routes.deleteIntakeFile, async ({ caller, params }) => {
    if (!(await deleteIntakeFile(store, caller, params.id))) throw new ApiError('not_found');
    return { status: 204 };
  });

  gateway.route(routes.beginCase, async ({ caller, body: { intakeFileIds = [], ...facts }, work }) => {
    const draft = await prepareDraft({ store, storageQuota }, caller, facts satisfies CaseFacts, work);
    const bounds = { maxStoredBytes: maxCaseBytes[caller.mode], maxDocuments: maxCaseDocuments[caller.mode] };
    const ids = [...new Set(intakeFileIds)];
    const refused = await orTooLarge(caller, storageQuota, beginCase(store, caller, draft, ids, bounds));
    if (refused?.kind === 'files') throw invalidRequest(issuesOf(intakeFileIds, refused));
    if (refused) throw uploadRefusals[refused.kind](caller.mode);
    return { status: 201, body: caseBody(await loadCase(store, caller, draft.id)) };
  });
}

/** Returns one issue for each refused id, with its index in the list. */
function issuesOf(
  ids: readonly string[],
  { unknown, notEvidence }: { unknown: string[]; notEvidence: string[] },
): Issue[] {
  return ids.flatMap((id, at): Issue[] => {
    const path = `intakeFileIds[${at}]`;
    if (unknown.includes(id)) return [{ path, code: 'unknown_file', message: `${id} is not in the inbox.` }];
    if (!notEvidence.includes(id)) return [];
    return [{ path, code: 'not_evidence', message: `${id} is not a PDF, JPEG or PNG, so it can't be evidence.` }];
  });
}

function fullInbox({ mode }: Scope): string {
  const most = `${maxIntakeFiles} files and ${maxIntakeBytes[mode] / 1024 ** 2} MB`;
  return `The inbox holds at most ${most} in ${mode} mode. Remove a file, or begin a case with it.`;
}

function present({ createdAt, expiresAt, ...file }: IntakeFileRow): IntakeFile {
  return {
    ...(file as Pick<IntakeFile, 'contentType'> & typeof file),
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}
