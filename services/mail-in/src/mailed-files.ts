import { maxDocumentBytes } from '@evict/contract';
import { intakeContentType, needsPassword } from '@evict/documents';
import { sha256Hex } from '@evict/store/bytes';
import type { MailedFile } from '@evict/store/intake';
import PostalMime, { type Attachment } from 'postal-mime';

/** More files than anybody attaches: the whole message is refused. */
export const maxFiles = 20;

/** What a message holds. */
interface Message {
  messageId: string;
  files: { filename: string; content: Buffer }[];
}

/** The files of a message. Pictures within its text are none, and neither are signatures. Throws for what is no message. */
export async function readMessage(bytes: Buffer): Promise<Message> {
  const limits = { maxNestingDepth: 32, maxHeadersSize: 256 * 1024, forceRfc822Attachments: true };
  const { messageId = '', attachments } = await PostalMime.parse(bytes, limits);
  const files = attachments.filter(isFile).map(({ filename, content }) => ({
    filename: plainName(filename ?? ''),
    content: Buffer.from(content as ArrayBuffer),
  }));
  return { messageId, files };
}

/** A file as the inbox keeps it, or by its name alone, with the reason why it is refused. */
export async function judgeFile(
  { filename, content }: Message['files'][number],
  isInfected: () => Promise<boolean>,
): Promise<Omit<MailedFile, 'messageId'>> {
  const named = { filename, contentHash: sha256Hex(content), sizeBytes: content.length };
  const refuse = (refused: string) => ({ ...named, refused, needsPassword: false, contentType: null, content: null });
  if (content.length > maxDocumentBytes) return refuse('too_large');
  const contentType = await intakeContentType(filename, content);
  if (contentType === null) return refuse('unsupported_type');
  if (await isInfected()) return refuse('infected');
  return { ...named, refused: null, needsPassword: needsPassword(content), contentType, content };
}

function isFile({ related, mimeType, method }: Attachment): boolean {
  return (
    !(related === true && mimeType.startsWith('image/')) && method === undefined && !mimeType.endsWith('signature')
  );
}

/** The name of a file as uploads have it: without paths and controls, and no longer than 255 characters. */
function plainName(name: string): string {
  // oxlint-disable-next-line no-control-regex
  const plain = name.replaceAll(/[\u0000-\u001f\u007f-\u009f\p{Cs}/\\]/gu, '_');
  return Array.from(plain).slice(-255).join('') || 'unnamed';
}
