import { readFile, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { attachmentKinds, commands } from '@evict/case-model';
import { maxDocumentBytes, validate } from '@evict/contract';
import { fileName } from '@evict/contract/fields';
import { findAttorney } from '@evict/store/attorneys';
import { listAttachedDocumentIds } from '@evict/store/documents';
import { recordOperatorEvent } from '@evict/store/events';
import { newId } from '@evict/store/ids';
import { listFailedMails, reopenFailedMails } from '@evict/store/mails';
import { command } from '../../command.ts';
import { notFound, Refused, WrongUsage } from '../../failures.ts';
import { argument, attorneyField, caseField, reasonField, sourceField, textField, wordField } from '../../fields.ts';
import { loadCase, loadLiveCase, operate, shown } from '../../operate.ts';

// The case commands that also read or write something other than the case: attorneys, emails or files.

const assign = command({
  summary: commands.assign.description,
  example: 'assign case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11 --attorney usr_0b8f3c7e-58a7-4f0e-8d3c-1b2f7a9c4e55',
  fields: {
    id: argument(caseField),
    attorney: { ...attorneyField, help: 'the new attorney' },
    reason: reasonField,
  },
  writes: ({ id, attorney }) => ({ subject: id, detail: { attorney } }),
  needsTemporal: true,
  async run(context, { id, attorney: attorneyId, reason }) {
    const row = await loadLiveCase(context, id);
    if (!(await findAttorney(context.store, attorneyId))) throw notFound('attorney');
    return operate(context, row, { kind: 'assign', attorneyId }, { reason });
  },
});

const retryStep = command({
  summary: commands.retry_step.description,
  example: 'retry-step case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11',
  fields: { id: argument(caseField), reason: reasonField },
  writes: ({ id }) => ({ subject: id }),
  needsTemporal: true,
  async run(context, { id, reason }) {
    const row = await loadCase(context, id);
    const mails = await listFailedMails(context.store, id);
    // Reopen the failed emails first. If the command is interrupted after that, they are still sent, and the case still
    // asks for attention.
    await reopenFailedMails(context.store, mails);
    return operate(context, row, { kind: 'retry_step' }, { reason }).catch(async (error: unknown) => {
      // The case has no failed step or is finished, but its emails are sent again, so the command has succeeded.
      if (mails.length === 0 || !(error instanceof Refused)) throw error;
      const { operator } = context;
      await recordOperatorEvent(context.store, { caseId: id, operator, command: 'retry_step', reason });
      return shown(row);
    });
  },
});

const attach = command({
  summary: commands.attach.description,
  example: 'attach case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11 --kind notice --file notice.pdf',
  fields: {
    id: argument(caseField),
    kind: wordField(
      attachmentKinds,
      'the kind of document; a notice or filing is reviewed with the other documents of its stage',
    ),
    file: textField('F', 'a PDF, JPEG or PNG of at most 10 MB; its file name is stored, too', 4096),
    reason: reasonField,
    onWordOf: sourceField,
  },
  check: ({ file }) => (file === undefined ? [] : nameFaults(file)),
  writes: ({ id, kind }) => ({ subject: id, detail: { kind } }),
  needsTemporal: true,
  async run(context, { id, kind, file, reason, onWordOf = 'attorney' }) {
    const row = await loadLiveCase(context, id);
    const filename = basename(file);
    const bytes = await read(resolve(context.folder, file));
    // Loaded here, because the documents library loads fonts that no other command needs.
    const { sniffContentType } = await import('@evict/papers');
    const contentType = await sniffContentType(bytes);
    if (!contentType) throw new Refused('unsupported_media_type', 'The file must be a PDF, a JPEG or a PNG.');
    await context.refuseInfected(bytes);
    const documentId = newId('document');
    const contentHash = await (await context.blobs()).put(id, documentId, bytes);
    const document = { id: documentId, filename, contentHash, contentType, sizeBytes: bytes.length };
    const replaces = await listAttachedDocumentIds(context.store, { caseId: id, kind, filename });
    const operation = { kind: 'attach', as: kind, document, replaces } as const;
    const result = await operate(context, row, operation, { reason, onWordOf });
    return {
      json: { ...result.json, document: { id: documentId, kind, contentHash }, replaces },
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

export const engagementCommands = { assign, 'retry-step': retryStep, attach };
