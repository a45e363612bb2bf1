import { attemptsOfRound, serviceApproval, serviceCounts } from './service-attempts.ts';
import type { CommandBody } from './commands/registry.ts';
import type { CaseRecord } from './record.ts';

/**
 * Returns a sentence that says which state, defendant, method or date blocks the command. `reason` is the code of the
 * refusal. Returns an empty string if the refusal needs no more detail. Identifies defendants only by index.
 */
export function blockingReason(reason: string, record: CaseRecord | null, body: CommandBody | null): string {
  if (record === null) return '';
  if (body?.kind === 'record_service') return ofService(reason, record, body) ?? ofState(reason, record);
  return ofState(reason, record);
}

function ofState(reason: string, { state, heldFrom }: CaseRecord): string {
  if (reason !== 'invalid_transition') return '';
  return heldFrom === null ? `It is \`${state}\`.` : `It is \`${state}\`, and was \`${heldFrom}\` before.`;
}

type ServiceReport = Extract<CommandBody, { kind: 'record_service' }>;

function ofService(reason: string, record: CaseRecord, body: ServiceReport): string | null {
  const { stage, status, partyIndex = null, date, expires } = body;
  switch (reason) {
    case 'invalid_transition': {
      const pending = attemptsOfRound(record, stage).filter((one) => one.status === 'pending');
      if (pending.length === 0 || !serviceCounts[stage].includes(record.state)) {
        return status !== 'pending' && serviceCounts[stage].includes(record.state)
          ? `No attempt to serve the ${stage} is pending for ${named(partyIndex)}.`
          : null;
      }
      const waiting = pending.map((one) => named(one.partyIndex)).join(' and ');
      return `An attempt to serve the ${stage} is pending for ${waiting}${status === 'pending' ? ': report its result first' : `, but none for ${named(partyIndex)}`}.`;
    }
    case 'other_method': {
      const isMeant = (one: CaseRecord['serviceAttempts'][number]) =>
        one.status === 'pending' && one.partyIndex === partyIndex;
      const method = attemptsOfRound(record, stage).find(isMeant)?.method;
      return method === undefined ? '' : `Its method is \`${method}\`.`;
    }
    case 'served_before_approval': {
      const approval = record.approvals[serviceApproval[stage]];
      return approval === null ? '' : `\`servedDate\` is ${date}, and the approval was given on ${approval.givenOn}.`;
    }
    case 'service_in_future':
      return `\`servedDate\` is ${date}.`;
    case 'period_before_service':
      return `\`expires\` is ${expires}, and \`servedDate\` is ${date}.`;
    case 'no_defendant':
      return `The defendants have the indexes ${(record.submission?.defendants ?? []).join(', ')}.`;
    default:
      return '';
  }
}

function named(partyIndex: number | null): string {
  return partyIndex === null ? 'every defendant' : `the defendant with index ${partyIndex}`;
}
