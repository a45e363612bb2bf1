import { type CaseRecord, type Command, decide, type Transition } from '@evict/case-model';

export const recordingContext = { platformFeeCents: 1, operatorsAddress: 'operators@example.com' };

/** The transition that the workflow of a case with this record would record for a command. Throws for a refusal. */
export function proposeTransition(
  record: CaseRecord,
  command: Command,
  { uuid = () => crypto.randomUUID(), ...given }: Partial<Transition> & { uuid?: () => string } = {},
): Transition {
  const drawnIds: string[] = [];
  const draw = () => {
    const id = uuid();
    drawnIds.push(id);
    return id;
  };
  const caseTime = Date.now();
  const decision = decide(record, command, { now: caseTime, uuid: draw });
  if (!decision.ok) throw new Error(`${command.kind}: ${decision.code}`);
  const { events, next } = decision;
  return {
    caseId: record.caseId,
    command,
    drawnIds,
    events,
    record: next,
    caseTime,
    ...given,
  };
}
