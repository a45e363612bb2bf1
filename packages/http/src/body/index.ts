export { checkBodyHeaders, createBodyReader, memoryOf } from './body.ts';
export { parseBody } from './json-body.ts';
