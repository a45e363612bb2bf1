import { readFile, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { attachmentKinds, commands } from '@evict/case-model';
import { maxDocumentBytes, validate } from '@evict/contract';
import { fileName } from '@evict/contract/fields';
import { listAttachedDocumentIds } from '@evict/store/cases';
import { newId } from '@evict/store/ids';
import { command } from '../../definition.ts';
import { Refused, WrongUsage } from '../../failures.ts';
import { caseField, reasonField, sourceField, textField, wordField } from '../../fields.ts';
import { loadLiveCase, operate } from '../../operate.ts';

export const attach = command({
  summary: commands.attach.description,
  example: 'attach case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11 --kind notice --file notice.pdf',
  positionals: ['id'],
  fields: {
    id: caseField,
    kind: wordField(attachmentKinds, 'what it is; a notice or a filing is reviewed with its stage'),
    file: textField('F', 'a PDF, JPEG or PNG of at most 10 MB; its name is kept', 4096),
    reason: reasonField,
    'on-word-of': sourceField,
  },
  check: ({ file }) => (file === undefined ? [] : nameFaults(file)),
  writes: ({ id, kind }) => ({ subject: id, detail: { kind } }),
  needsTemporal: true,
  async run(context, { id, kind, file, reason, 'on-word-of': onWordOf = 'attorney' }) {
    const row = await loadLiveCase(context, id);
    const filename = basename(file);
    const bytes = await read(resolve(context.folder, file));
    // Loaded here, because the documents library loads fonts that no other command needs.
    const { sniffContentType } = await import('@evict/documents');
    const contentType = await sniffContentType(bytes);
    if (!contentType) throw new Refused('unsupported_media_type', 'The file must be a PDF, JPEG or PNG.');
    const documentId = newId('document');
    const contentHash = await (await context.blobs()).put(id, documentId, bytes);
    const document = { id: documentId, filename, contentHash, contentType, sizeBytes: bytes.length };
    const replaces = await listAttachedDocumentIds(context.store, { caseId: id, kind, filename });
    const operation = { kind: 'attach', as: kind, document, replaces } as const;
    const result = await operate(context, row, operation, { reason, onWordOf });
    return {
      json: { ...(result.json as object), document: { id: documentId, kind, contentHash }, replaces },
      text: `${result.text}\ndocument: ${documentId}\nSHA-256:  ${contentHash}`,
    };
  },
});

function nameFaults(file: string): string[] {
  const checked = validate(fileName(), basename(file));
  return checked.ok ? [] : checked.issues.map(({ message }) => `--file: The name ${message.replace(/^M/, 'm')}`);
}

async function read(path: string): Promise<Buffer> {
  try {
    const { size } = await stat(path);
    if (size > maxDocumentBytes) throw new Refused('payload_too_large', 'The document is larger than 10 MB.');
    return await readFile(path);
  } catch (error) {
    if (error instanceof Refused) throw error;
    throw new WrongUsage([`--file: Cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'}).`]);
  }
}
