import { fileTypeFromBuffer } from 'file-type';

export type StoredContentType = 'application/pdf' | 'image/jpeg' | 'image/png';

/** The type of the bytes, detected from the bytes alone; null for a type that a case does not store. */
export async function sniffContentType(bytes: Uint8Array): Promise<StoredContentType | null> {
  const type = await fileTypeFromBuffer(bytes.subarray(0, headBytes));
  const stored = storedTypes.find((one) => one === type?.mime);
  return stored ?? (isPdf(bytes) ? 'application/pdf' : null);
}

/** Enough of the bytes to detect the type. */
const headBytes = 256 * 1024;

/** Readers accept a PDF whose header is within its first 1,024 bytes, whatever precedes it. */
function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-');
}

/** The stored type of an upload to a test case: that of the bytes, else of its extension, else PDF. */
export async function storedContentType(filename: string, bytes: Uint8Array): Promise<StoredContentType> {
  const extension = /\.([a-z]+)$/i.exec(filename)?.[1]?.toLowerCase() ?? '';
  return (await sniffContentType(bytes)) ?? extensions.get(extension) ?? 'application/pdf';
}

const storedTypes: readonly StoredContentType[] = ['application/pdf', 'image/jpeg', 'image/png'];

const extensions: ReadonlyMap<string, StoredContentType> = new Map([
  ['pdf', 'application/pdf'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['png', 'image/png'],
]);
