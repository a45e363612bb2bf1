import type { Output } from '../api/contract.ts';

type Action = Output<'GET /v1/cases/{id}/events'>['items'][number]['action'];

/** What happened, as a customer reads it. */
export function eventName(action: Action): string {
  return (eventNames as Readonly<Record<string, string>>)[action] ?? action.replaceAll('_', ' ');
}

export const eventNames = {
  submit: 'The case was submitted',
  assign_attorney: 'An attorney took the case',
  begin_review: 'The review began',
  request_changes: 'Changes were requested',
  approve_notice: 'The notice was approved',
  send_notice: 'The notice went out for service',
  notice_served: 'The notice was served',
  start_cure_period: 'The notice period began',
  cure: 'The tenant cured',
  close_resolved: 'The case was resolved',
  cure_period_expired: 'The notice period ended',
  approve_filing: 'The filing was approved',
  submit_filing: 'The filing went to the court',
  filing_rejected: 'The clerk returned the filing',
  rework_filing: 'The filing is corrected',
  filing_accepted: 'The court accepted the filing',
  send_summons: 'The summons went out for service',
  summons_served: 'The summons was served',
  schedule_hearing: 'A hearing was set',
  record_judgment: 'The court gave judgment',
  request_writ: 'The writ was requested',
  writ_issued: 'The writ was issued',
  close: 'The case was closed',
  withdraw: 'The case was withdrawn',
  withdrawal_requested: 'Withdrawal was requested',
  hold: 'The case was put on hold',
  resume: 'The case goes on',
  cure_reported: 'A cure was reported',
  service_failed: 'An attempt of service failed',
} as const;
