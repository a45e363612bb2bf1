import { pause } from './pause.ts';

export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

interface Source<Item> {
  /** Where the first page begins; undefined at the beginning of the list. */
  cursor: string | undefined;
  load: (cursor: string | undefined) => Promise<Page<Item>>;
  /** A list with a next cursor on every page, which ends at an empty one. */
  endless: boolean;
  /** How long to wait after such an empty page before asking again; undefined to end there. */
  followEveryMs: number | undefined;
  signal: AbortSignal | undefined;
}

/** The items of a list that comes in pages. Each iteration starts again where the first page began. */
export class Paged<Item> implements AsyncIterable<Item> {
  readonly #source: Source<Item>;

  constructor(source: Source<Item>) {
    this.#source = source;
  }

  /** The pages as they come. Each is loaded when the one before has been processed. */
  async *pages(): AsyncGenerator<Page<Item>, void, undefined> {
    const { load, endless, followEveryMs, signal } = this.#source;
    for (let { cursor } = this.#source; ;) {
      const page = await load(cursor);
      yield page;
      if (page.nextCursor === null) return;
      // A list that is searched can have empty pages in between.
      if (endless && page.items.length === 0) {
        if (followEveryMs === undefined) return;
        await pause(followEveryMs, signal);
      }
      cursor = page.nextCursor;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const { items } of this.pages()) yield* items;
  }
}
