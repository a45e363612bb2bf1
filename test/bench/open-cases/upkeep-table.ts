/** What the service does over all cases by itself, and how long each takes in milliseconds. */
export const upkeep = [
  'overdue mails, webhooks and charges',
  'count of open cases by state',
  'backlog of deliveries',
  'what retention is behind',
  'sizes of tables',
  'housekeeping with nothing due',
  'reconciling every case',
  'count of stuck workflows',
  'retention with nothing due',
  'retention of an idle draft: withdrawn and erased',
] as const;
export type Upkeep = Record<(typeof upkeep)[number], number>;
