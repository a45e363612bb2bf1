import { documentKinds } from '@evict/case-model';
import type { InferType } from 'yup';
import { component, id, instant, oneOf, patternText, responseText, strictObject } from '../fields.ts';

/** The SHA-256 of a file's bytes, in lower-case hex. */
export function contentHash() {
  return patternText(/^[0-9a-f]{64}$/u, 'Must be a SHA-256 in lower-case hex.');
}

export const documentResponse = component(
  'Document',
  strictObject({
    id: id('document'),
    kind: oneOf(documentKinds),
    specId: responseText()
      .nullable()
      .meta({ description: 'The specification from which the document was generated. Null for an upload.' }),
    filename: responseText(),
    contentHash: contentHash().meta({
      description: 'The SHA-256 of the bytes, in hex. Attorneys approve documents by their hashes.',
    }),
    authorId: responseText()
      .nullable()
      .optional()
      .meta({ description: 'The id of the user or API key that uploaded it. Null for any other document.' }),
    createdAt: instant(),
  }),
  {
    id: 'doc_0b8f3c7e-58a7-4f0e-8d3c-1b2f7a9c4e55',
    kind: 'notice',
    specId: 'zz.notice.nonpayment.v1',
    filename: 'zz-notice-nonpayment.pdf',
    contentHash: 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c',
    authorId: null,
    createdAt: '2026-07-01T09:30:00.000Z',
  },
);
export type Document = InferType<typeof documentResponse>;
