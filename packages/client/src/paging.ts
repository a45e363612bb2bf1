export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

/** The items of a paged list. Each iteration starts again at the first page. */
export class Paged<Item> implements AsyncIterable<Item> {
  /** Iterates over the pages. Each page is loaded after the previous one has been processed. */
  readonly pages: () => AsyncGenerator<Page<Item>, void, undefined>;

  constructor(pages: () => AsyncGenerator<Page<Item>, void, undefined>) {
    this.pages = pages;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const { items } of this.pages()) yield* items;
  }
}
