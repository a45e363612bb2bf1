export { cloneDatabase } from './databases.ts';
