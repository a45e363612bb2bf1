export { retention } from './workflow.ts';
