import {
  type AskedAttorney,
  asGiven,
  type AttorneyCommand,
  type Author,
  authorOf,
  caseRetention,
  type CaseRecord,
  type Command,
  type CommandKind,
  commandRules,
  decide,
  isSandbox,
  type Mode,
  newCase,
  type NewDocument,
  sameJson,
  type Transition,
  type TransitionResult,
  type VerifiedKind,
  type WrittenCommand,
} from '@evict/case-model';
import { asksFirstWithin, isEligibleWithin } from '../../attorneys/eligibility.ts';
import { isMailFailure } from '../../mails/case-mail-failures.ts';
import { areAttached } from '../attachments.ts';
import type { Transaction } from '../../database/transactions.ts';
import { type CommandText, findWrittenCommand } from './written-commands.ts';

/** The row of the case, locked. */
export interface CaseOnFile {
  organizationId: string;
  mode: Mode;
  jurisdiction: string;
  sequence: number;
  factsVersion: number;
  record: CaseRecord | null;
  /** Since the last change of the row, by the database's clock. */
  idleDays: number;
  /** The database's clock, read after the row was locked. */
  now: Date;
}

/** The text to record a valid transition with, or the result for one that is refused or was recorded before. */
export type Verdict = { isValid: true; text: CommandText } | { isValid: false; result: TransitionResult };

/** The shortest idle time of all retention rules. */
const leastIdleDays = Math.min(caseRetention.idle_drafts.days, caseRetention.idle_sandbox.days);

/**
 * Decides a transition again, from the recorded state and from the command that its author wrote, and compares. The
 * workflow only proposes: a workflow that was started or signalled by an intruder records nothing that the service
 * would not have decided itself.
 */
export async function verifyTransition(
  transaction: Transaction,
  transition: Transition,
  row: CaseOnFile,
): Promise<Verdict> {
  const { caseId, events, record, caseTime, drawnIds } = transition;
  const text = await authorizedText(transaction, transition);
  if (text === null) return invalid({ ok: false, code: 'unauthorized' });
  // Whoever skips the clock of a workflow must not end a tenant's notice period: the time of a live case is this one.
  const { mode, now } = row;
  const clock = Math.max(now.getTime(), row.record?.clock ?? 0);
  if (!isSandbox({ mode }) && caseTime > clock) return invalid({ ok: false, code: 'ahead', now: now.getTime() });
  // The row was restored from before the event log: only the workflow has the matching record.
  const first = events[0]?.sequence ?? record.sequence + 1;
  if (row.sequence !== first - 1) return { isValid: true, text };

  const { organizationId } = row;
  const base = row.record ?? newCase({ caseId, organizationId, mode }, record.restingSince);
  if (events.length === 0 && row.record && sameJson(base, record)) return invalid({ ok: true });
  const wellFounded = await withFacts(transaction, transition, row);
  if (!wellFounded) return invalid({ ok: false, code: 'not_on_record', record: base });
  const ids = drawnIds.values();
  const decision = decide(base, wellFounded, { now: caseTime, uuid: () => ids.next().value ?? '' });
  if (!decision.ok) return invalid({ ok: false, code: decision.code, record: base });
  const same = sameJson(decision.events, events) && sameJson(decision.next, record);
  return same ? { isValid: true, text } : invalid({ ok: false, code: 'behind', record: base });
}

function invalid(result: TransitionResult): Verdict {
  return { isValid: false, result };
}

/** The free text of the command; null if the command needs an author and none wrote the same. */
async function authorizedText(
  transaction: Transaction,
  { caseId, command, commandId }: Transition,
): Promise<CommandText | null> {
  const rule = commandRules[command.kind] as (typeof commandRules)[CommandKind] | undefined;
  // An unknown kind can only come from a foreign program.
  if (!rule) return null;
  const author = authorOf(command);
  if (author === null) return {};
  const authors: readonly Author[] = rule.authors;
  if (commandId === undefined || !authors.includes(author)) return null;
  const written = await findWrittenCommand(transaction, author, { id: commandId, caseId });
  if (!written || !sameJson(written.content, asGiven(command as WrittenCommand))) return null;
  return written.text;
}

/** The command with current facts from the database; null if they contradict it. */
async function withFacts(transaction: Transaction, transition: Transition, row: CaseOnFile): Promise<Command | null> {
  const { command: proposed } = transition;
  const command =
    authorOf(proposed) === 'attorney' ? await withEligibility(proposed as AttorneyCommand, transaction, row) : proposed;
  if (!isVerified(command)) return command;
  const verify = verifiers[command.kind] as unknown as Verifier<VerifiedKind>;
  return verify(command, { transaction, transition, row });
}

type Verified<K extends VerifiedKind> = Extract<Command, { kind: K }>;

type Verifier<K extends VerifiedKind> = (
  command: Verified<K>,
  found: { transaction: Transaction; transition: Transition; row: CaseOnFile },
) => Promise<Verified<K> | null> | Verified<K> | null;

function isVerified(command: Command): command is Verified<VerifiedKind> {
  return commandRules[command.kind].isVerified;
}

const verifiers: { readonly [K in VerifiedKind]: Verifier<K> } = {
  async review(command, { transaction, transition: { caseId, factsVersion } }) {
    if (command.decision === 'approve' && factsVersion === undefined) return null;
    return { ...command, otherHashes: await currentHashes(transaction, caseId) };
  },
  assign: async (command, { transaction, row }) =>
    withEligibility(await withPreference(command, transaction), transaction, row),
  engage: async (command, { transaction, row }) =>
    (await isEligibleWithin(transaction, command.attorneyId, row.jurisdiction))
      ? withPreference(command, transaction)
      : null,
  submit: (command, { transition: { factsVersion }, row }) =>
    factsVersion === row.factsVersion && command.submission.factsVersion === row.factsVersion ? command : null,
  evidence_added: (command, { row }) => (command.factsVersion <= row.factsVersion ? command : null),
  summary_made: (command, { row }) => (command.factsVersion <= row.factsVersion ? command : null),
  async attach(command, { transaction, transition: { caseId, documents = [] } }) {
    if (!sameJson(documents.map(withoutRow), [command.document])) return null;
    // What another attachment has replaced meanwhile cannot be replaced once more.
    return (await areAttached(transaction, { caseId, kind: command.as, ids: command.replaces })) ? command : null;
  },
  withdraw_idle: (command, { row }) => (row.idleDays >= leastIdleDays ? command : null),
  async mail_failed(command, { transaction, transition: { caseId, commandId } }) {
    const { attempt, errorClass } = command;
    const isFact = await isMailFailure(transaction, { id: commandId ?? '', caseId, attempt, errorClass });
    return isFact ? command : null;
  },
};

async function withEligibility<C extends { attorneyId: string }>(
  command: C,
  transaction: Transaction,
  { jurisdiction }: CaseOnFile,
): Promise<C & { eligible: boolean }> {
  return { ...command, eligible: await isEligibleWithin(transaction, command.attorneyId, jurisdiction) };
}

async function withPreference<C extends AskedAttorney>(command: C, transaction: Transaction): Promise<C> {
  return { ...command, asksFirst: await asksFirstWithin(transaction, command.attorneyId) };
}

async function currentHashes(transaction: Transaction, caseId: string): Promise<string[]> {
  const select = { contentHash: true } as const;
  const documents = await transaction.document.findMany({ where: { caseId, superseded: false }, select });
  return documents.map(({ contentHash }) => contentHash);
}

function withoutRow({ id, contentHash, contentType, sizeBytes }: NewDocument) {
  return { id, contentHash, contentType, sizeBytes };
}
