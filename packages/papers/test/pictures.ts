import { crc32, deflateSync } from 'node:zlib';

/** A picture in shades of gray, one byte per pixel, row by row. */
export interface GrayImage {
  readonly width: number;
  readonly height: number;
  readonly points: Uint8Array;
}

/** Places pictures of the same height next to each other. */
export function beside(images: readonly GrayImage[]): GrayImage {
  const width = images.reduce((sum, image) => sum + image.width, 0);
  const height = Math.max(0, ...images.map((image) => image.height));
  const points = new Uint8Array(width * height).fill(255);
  let left = 0;
  for (const image of images) {
    for (let y = 0; y < image.height; y += 1) {
      points.set(image.points.subarray(y * image.width, (y + 1) * image.width), y * width + left);
    }
    left += image.width;
  }
  return { width, height, points };
}

/** Encodes a PNG with 16 shades, two pixels per byte. The same picture gives the same bytes. */
export function pngOf({ width, height, points }: GrayImage): Buffer {
  const row = Math.ceil(width / 2) + 1; // the first byte is the filter: none
  const packed = Buffer.alloc(row * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const shade = Math.round((points[y * width + x] ?? 255) / 17);
      const at = y * row + 1 + (x >> 1);
      packed[at] = (packed[at] ?? 0) | (x % 2 === 0 ? shade << 4 : shade);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 4; // bits for each point; the rest: gray, deflate, no interlace
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = deflateSync(packed, { level: 9 });
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
