export { type Evidence, verifyAllCases, verifyCase } from './verify-case.ts';
