export { parseBody } from './json-body.ts';
