export { checkBodyHeaders, createBodyReader } from './body.ts';
export { parseBody } from './json-body.ts';
