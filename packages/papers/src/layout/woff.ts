import { inflateSync } from 'node:zlib';

const sizes = { woffHeader: 44, woffEntry: 20, header: 12, entry: 16 } as const;

/**
 * Converts a WOFF 1.0 font file to TrueType. WOFF compresses each table, and fontkit would decompress the outlines
 * again for each glyph. Returns other files unchanged.
 */
export function unpacked(file: Buffer): Buffer {
  if (file.toString('latin1', 0, 4) !== 'wOFF') return file;
  const count = file.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, index) => {
    const at = sizes.woffHeader + index * sizes.woffEntry;
    const offset = file.readUInt32BE(at + 4);
    const packedLength = file.readUInt32BE(at + 8);
    const length = file.readUInt32BE(at + 12);
    const packed = file.subarray(offset, offset + packedLength);
    const content = packedLength < length ? inflateSync(packed) : packed;
    return { tag: file.subarray(at, at + 4), checksum: file.subarray(at + 16, at + 20), content };
  });
  const head = Buffer.alloc(sizes.header + count * sizes.entry);
  file.copy(head, 0, 4, 8); // the signature, which tells the kind of outlines
  head.writeUInt16BE(count, 4); // the rest of the header is for binary search, which no reader needs
  const parts: Buffer[] = [head];
  let end = head.length;
  for (const [index, { tag, checksum, content }] of tables.entries()) {
    const at = sizes.header + index * sizes.entry;
    tag.copy(head, at);
    checksum.copy(head, at + 4);
    head.writeUInt32BE(end, at + 8);
    head.writeUInt32BE(content.length, at + 12);
    const padding = Buffer.alloc(-content.length & 3);
    parts.push(content, padding);
    end += content.length + padding.length;
  }
  return Buffer.concat(parts);
}
