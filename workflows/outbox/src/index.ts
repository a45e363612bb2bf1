export { charges, mail, webhookEndpoint } from './workflow.ts';
