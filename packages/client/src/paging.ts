export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

/** The items of a list that comes in pages. Each iteration starts again where the first page began. */
export class Paged<Item> implements AsyncIterable<Item> {
  /** The pages as they come. Each is loaded when the one before has been processed. */
  readonly pages: () => AsyncGenerator<Page<Item>, void, undefined>;

  constructor(pages: () => AsyncGenerator<Page<Item>, void, undefined>) {
    this.pages = pages;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const { items } of this.pages()) yield* items;
  }
}
