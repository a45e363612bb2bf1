export { attachmentRefusal, getDocument, listAttachedDocumentIds } from './attachments.ts';
export { type Exhibit } from './exhibits.ts';
