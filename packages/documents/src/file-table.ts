import type { TableBlock } from './layout/blocks.ts';

/** A file as papers refer to it: its hash identifies the bytes. */
export interface NamedFile {
  readonly what: string;
  readonly filename: string;
  readonly contentHash: string;
}

/** Files with their numbers and with the whole SHA-256 of each. */
export function fileTable(files: readonly NamedFile[]): TableBlock {
  return {
    kind: 'table',
    columns: [
      { title: 'No.', width: 30, align: 'left' },
      { title: 'What it is', width: 102, align: 'left' },
      { title: 'File', width: 'rest', align: 'left' },
      { title: 'SHA-256', width: 190, align: 'left' },
    ],
    rows: files.map(({ what, filename, contentHash }, index) => [
      String(index + 1),
      what,
      filename,
      `${contentHash.slice(0, 32)}\n${contentHash.slice(32)}`,
    ]),
    totals: [],
  };
}
