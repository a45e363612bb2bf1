import { responseText, anything, component, list, oneOf, strictObject } from '../fields.ts';
import { errorCodes, type ErrorCode } from '../errors.ts';

export const errorBody = component(
  'Error',
  strictObject({
    error: strictObject({
      code: oneOf(Object.keys(errorCodes) as ErrorCode[]).meta({ description: 'Stable. Branch on this.' }),
      message: responseText().meta({ description: 'For people to read. It may change.' }),
      details: anything().meta({ description: 'Depends on the code. Null for most codes.' }),
    }),
  }),
  { error: { code: 'not_found', message: errorCodes.not_found.text, details: null } },
);

/** `error.details` of a 400 `invalid_request`. */
export const issueList = component(
  'InvalidRequestDetails',
  strictObject({ issues: list(strictObject({ path: responseText(), code: responseText(), message: responseText() })) }),
  { issues: [{ path: 'parties[0].name', code: 'required', message: 'Required.' }] },
);
