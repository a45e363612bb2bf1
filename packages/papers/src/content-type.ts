import { fileTypeFromBuffer } from 'file-type';

export type StoredContentType = 'application/pdf' | 'image/jpeg' | 'image/png';

/** Detects the type from the bytes alone. Null for a type that cases don't store. */
export async function sniffContentType(bytes: Uint8Array): Promise<StoredContentType | null> {
  const type = await fileTypeFromBuffer(bytes.subarray(0, headBytes));
  const stored = storedTypes.find((one) => one === type?.mime);
  return stored ?? (isPdf(bytes) ? 'application/pdf' : null);
}

/** The number of bytes that is enough to detect the type. */
const headBytes = 256 * 1024;

/** Readers accept a PDF whose header is within its first 1,024 bytes, whatever precedes it. */
function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-');
}

/** The stored type of an upload to a test case: detected from its bytes, or else its extension, or else PDF. */
export async function storedContentType(filename: string, bytes: Uint8Array): Promise<StoredContentType> {
  const extension = /\.([a-z]+)$/i.exec(filename)?.[1]?.toLowerCase() ?? '';
  return (await sniffContentType(bytes)) ?? extensions.get(extension) ?? 'application/pdf';
}

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The types that the inbox stores: those of documents, and those from which a ledger is read. */
export type IntakeContentType = StoredContentType | 'text/csv' | typeof workbookType;

/** Detects the type of a file for the inbox by its bytes. Null for any other type. Nothing is unpacked. */
export async function intakeContentType(filename: string, bytes: Uint8Array): Promise<IntakeContentType | null> {
  const stored = await sniffContentType(bytes);
  if (stored !== null) return stored;
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // The names of an archive's files aren't compressed.
  const isArchive = content.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'));
  if (isArchive)
    return ['[Content_Types].xml', 'xl/workbook.xml'].every((part) => content.includes(part)) ? workbookType : null;
  const isText = bytes.length > 0 && /\.(csv|tsv|txt)$/i.test(filename) && !notOfText.test(content.toString('latin1'));
  return isText ? 'text/csv' : null;
}

/** Control characters, and what an HTML page begins with. */
// oxlint-disable-next-line no-control-regex
const notOfText = /^\s*<|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

const storedTypes: readonly StoredContentType[] = ['application/pdf', 'image/jpeg', 'image/png'];

const extensions: ReadonlyMap<string, StoredContentType> = new Map([
  ['pdf', 'application/pdf'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['png', 'image/png'],
]);
