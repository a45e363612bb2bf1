/** Rows per batch of a list. */
export const batchSize = 200;

/**
 * Reads a list in batches with one short query each. `read` returns up to `batchSize` rows after the last row so far.
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
