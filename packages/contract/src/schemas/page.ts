import { positiveIntegerText, responseText, text } from '../fields.ts';

/** The query of a list that is returned in pages. */
export const pageQuery = {
  cursor: text({ max: 512 }).optional().meta({ description: 'The `nextCursor` of the previous page.' }),
  limit: positiveIntegerText({ digits: 9 })
    .optional()
    .meta({ description: 'Items on a page: 1 to 100, 20 by default; more counts as 100.', example: 20 }),
};

/** The number of items on a page for a validated `limit`. */
export function pageSize(limit: string | undefined): number {
  return limit === undefined ? 20 : Math.min(Number(limit), 100);
}

export const nextCursor = responseText()
  .nullable()
  .meta({ description: 'The `cursor` of the next page; null on the last.' });
