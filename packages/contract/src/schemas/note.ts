import { noteWriters } from '@evict/case-model';
import type { InferType } from 'yup';
import { responseText, component, instant, list, oneOf, patternText, strictObject } from '../fields.ts';
import { idPattern } from '../ids.ts';

/** A message on a live case. */
export const noteResponse = component(
  'Note',
  strictObject({
    id: patternText(new RegExp(idPattern('note'), 'u'), 'Must be a note id.'),
    author: oneOf(['customer', 'service']),
    writtenBy: oneOf(noteWriters).meta({
      description: 'Who wrote it: `service` is the attorney or the platform.',
    }),
    body: responseText(),
    createdAt: instant(),
  }),
  {
    id: 'note_1d2c3b4a-5f6e-4a7b-8c9d-0e1f2a3b4c5d',
    author: 'customer',
    writtenBy: 'customer',
    body: 'The tenant has handed over the keys of the garage.',
    createdAt: '2026-07-01T09:40:00.000Z',
  },
);
export type Note = InferType<typeof noteResponse>;

export const noteList = strictObject({ items: list(noteResponse) });
