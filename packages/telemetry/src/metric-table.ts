interface MetricRow {
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** As Prometheus has it, with its unit. */
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  /** Upper bounds in the unit of the name. */
  readonly buckets?: readonly number[];
}

const responseSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 8, 15];
const secondsUntilDelivered = [1, 5, 15, 60, 300, 900, 3600, 7200, 14_400, 86_400];

/**
 * Every metric of our own. Label values are words of the code, never an id, an address or anything of a tenant or an
 * organization: there are few of them, and whoever reads metrics learns nothing about a case.
 */
export const metricTable = {
  requestDuration: {
    type: 'histogram',
    name: 'evict_http_request_duration_seconds',
    help: 'Time to answer a request, by the pattern of its route ("none" without one).',
    labels: ['route', 'method', 'status'],
    buckets: responseSeconds,
  },
  commandDuration: {
    type: 'histogram',
    name: 'evict_command_duration_seconds',
    help: 'Time from sending a case a command until its answer: ok, the code of a refusal, unknown or error.',
    labels: ['command', 'result'],
    buckets: responseSeconds,
  },
  events: {
    type: 'counter',
    name: 'evict_case_events_total',
    help: 'Steps that cases have taken: events recorded, by action.',
    labels: ['action', 'mode'],
  },
  unauthorizedCommands: {
    type: 'counter',
    name: 'evict_unauthorized_commands_total',
    help: 'Commands of attorneys and operators that were refused because nobody who may had written them down.',
    labels: ['authority'],
  },
  failedSteps: {
    type: 'counter',
    name: 'evict_failed_steps_total',
    help: 'Tries of a step that failed, and what follows: it is tried again, or it waits for operators.',
    labels: ['step', 'next'],
  },
  localRetries: {
    type: 'counter',
    name: 'evict_local_retries_total',
    help: 'Attempts of a local activity after its tenth failure in a row: its case cannot be recorded.',
    labels: ['activity'],
  },
  renderDuration: {
    type: 'histogram',
    name: 'evict_render_duration_seconds',
    help: 'Time to render a document, and how it ended: ok, time or memory (a limit), refused, died, stopped.',
    labels: ['document', 'outcome'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
  },
  processesRestored: {
    type: 'counter',
    name: 'evict_processes_restored_total',
    help: 'Processes of open cases that were lost and brought back, by what was wrong with them.',
    labels: ['reason'],
  },
  reconcileRounds: {
    type: 'counter',
    name: 'evict_reconcile_rounds_total',
    help: 'Rounds in which every open case was held against its process: done or failed.',
    labels: ['result'],
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
    help: 'Tries of mail and webhooks: delivered, failed and tried again, given up, or dropped with nothing left to say.',
    labels: ['channel', 'outcome'],
  },
  deliveryAge: {
    type: 'histogram',
    name: 'evict_delivery_age_seconds',
    help: 'Age of a mail or webhook when it was delivered, since it was recorded.',
    labels: ['channel'],
    buckets: secondsUntilDelivered,
  },
  deliveriesPostponed: {
    type: 'counter',
    name: 'evict_deliveries_postponed_total',
    help: 'Tries of webhooks put off: their endpoint, organization or mode held its share, or its rate was used up.',
    labels: ['reason'],
  },
  endpointsDisabled: {
    type: 'counter',
    name: 'evict_webhook_endpoints_disabled_total',
    help: 'Webhook endpoints switched off because everything had failed for days.',
    labels: [],
  },
  passwordQueue: {
    type: 'gauge',
    name: 'evict_password_queue_length',
    help: 'Sign-ups, sign-ins and resets that are admitted to hash a password, those at work included.',
    labels: [],
  },
  limitsHit: {
    type: 'counter',
    name: 'evict_rate_limits_hit_total',
    help: 'Requests that a rate limit turned away.',
    labels: ['limit'],
  },
  replays: {
    type: 'counter',
    name: 'evict_idempotency_replays_total',
    help: 'Requests answered with what was kept under their Idempotency-Key.',
    labels: [],
  },
  cases: {
    type: 'gauge',
    name: 'evict_cases',
    help: 'Cases by state. Every delivery worker says the same: take the maximum, never the sum.',
    labels: ['state', 'mode'],
  },
  attention: {
    type: 'gauge',
    name: 'evict_cases_attention',
    help: 'Open cases that somebody has to look at: on hold, or a step has failed for good. Take the maximum.',
    labels: ['reason', 'mode'],
  },
  backlog: {
    type: 'gauge',
    name: 'evict_delivery_backlog',
    help: 'Mail and webhooks whose next try is due. Take the maximum.',
    labels: ['channel'],
  },
  backlogAge: {
    type: 'gauge',
    name: 'evict_delivery_backlog_age_seconds',
    help: 'How long the one that has waited longest has been due; 0 with no backlog. Take the maximum.',
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
    help: 'How long what has been due longest has been due by a rule of retention; 0 with nothing due. Take the maximum.',
    labels: ['table', 'rule'],
  },
  tableBytes: {
    type: 'gauge',
    name: 'evict_table_bytes',
    help: 'What a table takes on disk, with its indexes and long values. Take the maximum.',
    labels: ['table'],
  },
  memoryLimit: {
    type: 'gauge',
    name: 'evict_memory_limit_bytes',
    help: 'What ends this process: more resident memory than its container may have (resident), or a larger heap (heap).',
    labels: ['kind'],
  },
  ready: {
    type: 'gauge',
    name: 'evict_ready',
    help: '1 while a condition of the readiness of this process holds, 0 while it does not.',
    labels: ['check'],
  },
} as const satisfies Record<string, MetricRow>;

export type MetricTable = typeof metricTable;
