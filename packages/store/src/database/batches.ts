/** The maximum number of rows in a batch. */
export const batchSize = 200;

/**
 * Yields rows in batches. `read` gets the last row so far and returns up to `batchSize` rows after it, with one short
 * query.
 */
export async function* inBatches<Row>(
  read: (last: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row[], void, undefined> {
  for (let last: Row | undefined; ;) {
    const rows = await read(last);
    if (rows.length > 0) yield rows;
    if (rows.length < batchSize) return;
    last = rows.at(-1);
  }
}
