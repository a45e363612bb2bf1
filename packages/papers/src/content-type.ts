import { fileTypeFromBuffer } from 'file-type';

export type StoredContentType = 'application/pdf' | 'image/jpeg' | 'image/png';

/** Detects a file's content type from its bytes alone. Returns null if cases don't store that type. */
export async function sniffContentType(bytes: Uint8Array): Promise<StoredContentType | null> {
  const type = await fileTypeFromBuffer(bytes.subarray(0, headBytes));
  const stored = storedTypes.find((one) => one === type?.mime);
  return stored ?? (isPdf(bytes) ? 'application/pdf' : null);
}

/** How much of a file is enough to detect its type, in bytes. */
const headBytes = 256 * 1024;

/** PDF readers accept a header anywhere in the first 1,024 bytes. */
function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-');
}

/**
 * Returns the content type under which an upload to a test case is stored: detected from its bytes, or else by its
 * extension, or else PDF.
 */
export async function storedContentType(filename: string, bytes: Uint8Array): Promise<StoredContentType> {
  const extension = /\.([a-z]+)$/i.exec(filename)?.[1]?.toLowerCase() ?? '';
  return (await sniffContentType(bytes)) ?? extensions.get(extension) ?? 'application/pdf';
}

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The content types that the inbox stores: those of documents, and those from which a ledger can be read. */
export type IntakeContentType = StoredContentType | 'text/csv' | typeof workbookType;

/**
 * Detects the content type of an inbox file without unpacking it. A text file also needs the extension csv, tsv or txt.
 * Returns null if the inbox doesn't store that type.
 */
export async function intakeContentType(filename: string, bytes: Uint8Array): Promise<IntakeContentType | null> {
  const stored = await sniffContentType(bytes);
  if (stored !== null) return stored;
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // File names in a ZIP archive aren't compressed, so the bytes can be searched for them.
  const isArchive = content.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'));
  if (isArchive)
    return ['[Content_Types].xml', 'xl/workbook.xml'].every((part) => content.includes(part)) ? workbookType : null;
  const isText = bytes.length > 0 && /\.(csv|tsv|txt)$/i.test(filename) && !notOfText.test(content.toString('latin1'));
  return isText ? 'text/csv' : null;
}

/** Matches content that isn't a CSV file: control characters, or `<` at the start, as in an HTML page. */
// oxlint-disable-next-line no-control-regex
const notOfText = /^\s*<|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

const storedTypes: readonly StoredContentType[] = ['application/pdf', 'image/jpeg', 'image/png'];

const extensions: ReadonlyMap<string, StoredContentType> = new Map([
  ['pdf', 'application/pdf'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['png', 'image/png'],
]);
