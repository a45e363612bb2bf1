import { documentKinds } from '@evict/case-model';
import { component, flag, list, oneOf, patternText, strictObject, responseText } from '../fields.ts';
import { idPattern } from '../ids.ts';

/** The attorney of a token, as the operators have them on record. */
export const attorneyProfile = component(
  'Attorney',
  strictObject({
    id: patternText(new RegExp(idPattern('user'), 'u'), 'Must be a user id.'),
    name: responseText().nullable(),
    email: responseText(),
    barNumber: responseText().nullable().meta({ description: 'The first bar number on record.' }),
    states: list(responseText()).meta({ description: 'The licensed states, as two-letter codes.' }),
    licenses: list(strictObject({ state: responseText(), barNumber: responseText() })).meta({
      description: 'The bar number in each of these states.',
    }),
    asksFirst: flag().meta({
      description: 'Whether a case waits for the acceptance of the attorney: `PATCH /v1/attorney/me`.',
    }),
    verified: flag().meta({ description: 'Set by the operators. Without it no case can be worked on.' }),
  }),
  {
    id: 'usr_2f4c8d1a-7b3e-4f5a-9c6d-8e7f0a1b2c3d',
    name: 'Avery Counsel',
    email: 'avery@example.com',
    barNumber: '1234567890',
    states: ['MD', 'VA'],
    licenses: [
      { state: 'MD', barNumber: '1234567890' },
      { state: 'VA', barNumber: '99812' },
    ],
    asksFirst: false,
    verified: true,
  },
);

/** What an approval has to name. */
export const reviewRequirements = component(
  'ReviewRequirements',
  strictObject({
    stage: oneOf(['notice', 'filing']).nullable().meta({ description: 'Null while the case is not under review.' }),
    documents: list(
      strictObject({
        id: patternText(new RegExp(idPattern('document'), 'u'), 'Must be a document id.'),
        kind: oneOf(documentKinds),
        filename: responseText(),
        contentHash: patternText(/^[0-9a-f]{64}$/u, 'Must be a SHA-256 in hex.'),
      }),
    ).meta({
      description:
        'The case summary, then the attached papers of the stage. Empty while the summary is being made: nothing can be approved until then.',
    }),
  }),
  {
    stage: 'notice',
    documents: [
      {
        id: 'doc_0b8f3c7e-58a7-4f0e-8d3c-1b2f7a9c4e55',
        kind: 'evidence',
        filename: 'case-summary.pdf',
        contentHash: 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c',
      },
    ],
  },
);
