import { positiveIntegerText, responseText, text } from '../fields.ts';

/** The query parameters of a paged list. */
export const pageQuery = {
  cursor: text({ max: 512 }).optional().meta({ description: 'The `nextCursor` of the previous page.' }),
  limit: positiveIntegerText({ digits: 9 }).optional().meta({
    description: 'The number of items on a page, from 1 to 100. The default is 20. A larger number counts as 100.',
    example: 20,
  }),
};

/** Returns the number of items on a page for a validated `limit`: 20 by default, and at most 100. */
export function pageSize(limit: string | undefined): number {
  return limit === undefined ? 20 : Math.min(Number(limit), 100);
}

export const nextCursor = responseText()
  .nullable()
  .meta({ description: 'The `cursor` for the next page. Null on the last page.' });
