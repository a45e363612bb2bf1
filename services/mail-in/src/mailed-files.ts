import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { maxDocumentBytes } from '@evict/contract';
import { intakeContentType, needsPassword } from '@evict/documents';
import { sha256Hex } from '@evict/store/bytes';
import type { MailedFile } from '@evict/store/intake';
import { type MimeNode, Splitter, type SplitterChunk } from '@zone-eu/mailsplit';

/** More files than anybody attaches: the whole message is refused. */
export const maxFiles = 20;

/** What a message holds. */
interface Message {
  messageId: string;
  files: { filename: string; content: Buffer }[];
  /** The names of signatures and of pictures within the text, which are no files. */
  beside: string[];
}

interface Part {
  node: MimeNode;
  /** As it was sent, before it is decoded. */
  chunks: Buffer[];
}

/**
 * The files of a message, with the bytes that were sent. Takes little memory beside the files, and lets others run meanwhile.
 * Throws for what is no message, has too many parts, or takes longer than the signal allows.
 */
export async function readMessage(received: readonly Buffer[], signal: AbortSignal): Promise<Message> {
  const parts: Part[] = [];
  const bounds = { maxHeadSize: 64 * 1024, maxChildNodes: 100, ignoreEmbedded: true };
  await pipeline(inTurns(received, signal), new Splitter(bounds), async (chunks: AsyncIterable<SplitterChunk>) => {
    for await (const chunk of chunks) {
      if (chunk.type === 'node') parts.push({ node: chunk, chunks: [] });
      else if (chunk.type === 'body' && chunk.value) parts.at(-1)?.chunks.push(chunk.value);
    }
  });
  const [root] = parts;
  const files: Message['files'] = [];
  const beside: string[] = [];
  for (const { node, chunks } of parts) {
    const kind = kindOf(node);
    const filename = plainName(node.filename || '');
    if (kind === 'beside') beside.push(filename);
    if (kind !== 'file') continue;
    const content = await pipeline(inTurns(chunks, signal), node.getDecoder(), (decoded) => buffer(decoded));
    files.push({ filename, content });
  }
  const messageId = (root?.node.headers && root.node.headers.getFirst('Message-ID')) || '';
  return { messageId, files, beside };
}

/** Pieces of what takes long to read all at once. */
async function* inTurns(chunks: readonly Buffer[], signal: AbortSignal): AsyncGenerator<Buffer> {
  const pieceBytes = 64 * 1024;
  for (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += pieceBytes) {
      await turn();
      signal.throwIfAborted();
      yield chunk.subarray(at, at + pieceBytes);
    }
  }
}

/** A file as the inbox keeps it, or by its name alone, with the reason why it is refused. */
export async function judgeFile(
  { filename, content }: Message['files'][number],
  isInfected: () => Promise<boolean>,
): Promise<MailedFile> {
  const refuse = (refused: string) => refusedFile(filename, content, refused);
  if (content.length > maxDocumentBytes) return refuse('too_large');
  const contentType = await intakeContentType(filename, content);
  if (contentType === null) return refuse('unsupported_type');
  if (await isInfected()) return refuse('infected');
  const named = { filename, contentHash: sha256Hex(content), sizeBytes: content.length };
  return { ...named, refused: null, needsPassword: needsPassword(content), contentType, content };
}

/** What is beside the text of a message, in one row of the inbox, which a row for each logo would fill. */
export function besideText(names: readonly string[]): MailedFile[] {
  const all = Array.from(names.join(', ')).slice(0, longestName).join('');
  return names.length === 0 ? [] : [refusedFile(all, Buffer.alloc(0), 'not_attached')];
}

function refusedFile(filename: string, content: Buffer, refused: string): MailedFile {
  const contentHash = sha256Hex(content);
  const bytes = { sizeBytes: content.length, needsPassword: false, contentType: null, content: null };
  return { filename, contentHash, refused, ...bytes };
}

/** A file is what is attached, what has a name, and what is no text. */
function kindOf({ multipart, parentNode, disposition, contentType, filename }: MimeNode): 'file' | 'beside' | 'text' {
  const container = parentNode && parentNode.multipart;
  const type = contentType || '';
  if (multipart) return 'text';
  if (container === 'signed' && type.endsWith('signature')) return 'beside';
  if (disposition === 'attachment') return 'file';
  if (container === 'related' && type.startsWith('image/')) return 'beside';
  if (filename) return 'file';
  return container === 'alternative' || ['', 'text/plain', 'text/html'].includes(type) ? 'text' : 'file';
}

const longestName = 255;

/** The name of a file as uploads have it: without paths and controls, and no longer than 255 characters. */
function plainName(name: string): string {
  // oxlint-disable-next-line no-control-regex
  const plain = name.replaceAll(/[\u0000-\u001f\u007f-\u009f\p{Cs}/\\]/gu, '_');
  return Array.from(plain).slice(-longestName).join('') || 'unnamed';
}
