interface MetricRow {
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** The name that Prometheus shows, with its unit. */
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  /** The upper bounds of the buckets, in the unit of the name. */
  readonly buckets?: readonly number[];
}

const responseSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 8, 15];
const secondsUntilDelivered = [1, 5, 15, 60, 300, 900, 3600, 7200, 14_400, 86_400];

/**
 * Every metric of the service. Label values are fixed words from the code, never an id, an address or anything about a
 * tenant or an organization, so their number is bounded, and metrics reveal nothing about a case.
 */
export const metricTable = {
  requestDuration: {
    type: 'histogram',
    name: 'evict_http_request_duration_seconds',
    help: 'Time to respond to a request, by route pattern ("none" if no route matches).',
    labels: ['route', 'method', 'status'],
    buckets: responseSeconds,
  },
  commandDuration: {
    type: 'histogram',
    name: 'evict_command_duration_seconds',
    help: 'Time from sending a command to a case until its result: ok, the code of a refusal, unknown or error.',
    labels: ['command', 'result'],
    buckets: responseSeconds,
  },
  events: {
    type: 'counter',
    name: 'evict_case_events_total',
    help: 'Events recorded in cases, by action.',
    labels: ['action', 'mode'],
  },
  unauthorizedCommands: {
    type: 'counter',
    name: 'evict_unauthorized_commands_total',
    help: 'Workflow updates refused because their command is not in the database.',
    labels: [],
  },
  failedSteps: {
    type: 'counter',
    name: 'evict_failed_steps_total',
    help: 'Failed attempts of a step, by what happens next: a retry, or a wait for operators.',
    labels: ['step', 'next'],
  },
  localRetries: {
    type: 'counter',
    name: 'evict_local_retries_total',
    help: 'Further attempts of a local activity that has failed ten times in a row. Until one succeeds, its case makes no progress.',
    labels: ['activity'],
  },
  renderDuration: {
    type: 'histogram',
    name: 'evict_render_duration_seconds',
    help: 'Time to render a document, by outcome: ok, time or memory (limit exceeded), refused, died (crashed) or stopped.',
    labels: ['document', 'outcome'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
  },
  workflowsRestored: {
    type: 'counter',
    name: 'evict_workflows_restored_total',
    help: 'Workflows of open cases that were restored, by reason: missing or stuck.',
    labels: ['reason'],
  },
  reconcileRounds: {
    type: 'counter',
    name: 'evict_reconcile_rounds_total',
    help: 'Rounds in which every open case was compared with its workflow: done, failed, or stopped because too many were stuck.',
    labels: ['result'],
  },
  reconcilePages: {
    type: 'counter',
    name: 'evict_reconcile_pages_total',
    help: 'Pages of up to 1,000 open cases that were compared with their workflows: the progress of a round.',
    labels: [],
  },
  workflowProblems: {
    type: 'gauge',
    name: 'evict_workflow_problems',
    help: 'Running workflows whose tasks fail. One case worker at a time counts them: take the maximum.',
    labels: [],
  },
  deliveries: {
    type: 'counter',
    name: 'evict_deliveries_total',
    help: 'Attempts to send mail and webhooks: delivered, failed (to be retried), given up, or dropped (no longer applies).',
    labels: ['channel', 'outcome'],
  },
  deliveryAge: {
    type: 'histogram',
    name: 'evict_delivery_age_seconds',
    help: 'Time from recording an email or webhook until its delivery.',
    labels: ['channel'],
    buckets: secondsUntilDelivered,
  },
  endpointsDisabled: {
    type: 'counter',
    name: 'evict_webhook_endpoints_disabled_total',
    help: 'Webhook endpoints disabled because everything had failed for days.',
    labels: [],
  },
  passwordQueue: {
    type: 'gauge',
    name: 'evict_password_queue_length',
    help: 'Sign-ups, sign-ins and resets that are hashing a password or waiting to.',
    labels: [],
  },
  limitsHit: {
    type: 'counter',
    name: 'evict_rate_limits_hit_total',
    help: 'Requests rejected by a rate limit.',
    labels: ['limit'],
  },
  replays: {
    type: 'counter',
    name: 'evict_idempotency_replays_total',
    help: 'Requests answered with the response stored for their Idempotency-Key.',
    labels: [],
  },
  cases: {
    type: 'gauge',
    name: 'evict_cases',
    help: 'Cases by state. Every outbox worker reports the same: take the maximum, never the sum.',
    labels: ['state', 'mode'],
  },
  attention: {
    type: 'gauge',
    name: 'evict_cases_attention',
    help: 'Open cases that wait for operators: on hold, or with a permanently failed step. Take the maximum.',
    labels: ['reason', 'mode'],
  },
  backlog: {
    type: 'gauge',
    name: 'evict_delivery_backlog',
    help: 'Mail, charges to settle and webhooks whose next attempt is due, except webhooks to failing endpoints. Take the maximum.',
    labels: ['channel'],
  },
  backlogAge: {
    type: 'gauge',
    name: 'evict_delivery_backlog_age_seconds',
    help: 'How long the oldest item of the backlog has been due; 0 if there is none. Take the maximum.',
    labels: ['channel'],
  },
  retentionDone: {
    type: 'counter',
    name: 'evict_retention_done_total',
    help: 'What retention has done: rows deleted, and cases withdrawn, erased or deleted, by rule.',
    labels: ['table', 'rule'],
  },
  retentionOverdue: {
    type: 'gauge',
    name: 'evict_retention_overdue_seconds',
    help: 'How long ago a retention rule should have handled its oldest overdue item; 0 if there is none. Take the maximum.',
    labels: ['table', 'rule'],
  },
  tableBytes: {
    type: 'gauge',
    name: 'evict_table_bytes',
    help: 'Disk space of a table, with its indexes and TOAST data. Each outbox worker reports it, so take the maximum, not the sum.',
    labels: ['table'],
  },
  memoryLimit: {
    type: 'gauge',
    name: 'evict_memory_limit_bytes',
    help: 'Memory limits of this process, by kind: resident (memory of its container) or heap (size of its heap).',
    labels: ['kind'],
  },
  certificateExpires: {
    type: 'gauge',
    name: 'evict_certificate_expires_timestamp_seconds',
    help: 'When the certificate that this process presents to Temporal expires, in Unix time; absent if it has none.',
    labels: ['server'],
  },
  ready: {
    type: 'gauge',
    name: 'evict_ready',
    help: '1 while a readiness condition of this process holds, 0 while it does not.',
    labels: ['check'],
  },
} as const satisfies Record<string, MetricRow>;

export type MetricTable = typeof metricTable;
