export { createLead, getLead, type Lead, listLeads } from './leads.ts';
