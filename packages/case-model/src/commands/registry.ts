import { accept } from './accept.ts';
import { advance } from './advance.ts';
import { assign } from './assign.ts';
import { attach } from './attach.ts';
import { changeDeadline } from './change-deadline.ts';
import type { Author, CommandDefinition, Fault, FaultContext } from './command.ts';
import { confirmWithdrawal } from './confirm-withdrawal.ts';
import { correctFiling } from './correct-filing.ts';
import { correctHearing } from './correct-hearing.ts';
import { correctJudgment } from './correct-judgment.ts';
import { correctService } from './correct-service.ts';
import { cure } from './cure.ts';
import { deleteDraft } from './delete-draft.ts';
import { dueCommands } from './due.ts';
import { expireNotice } from './expire-notice.ts';
import { hold } from './hold.ts';
import { mailFailed } from './mail-failed.ts';
import type { Known } from './needs.ts';
import { outcome } from './outcome.ts';
import { recordFact } from './record-fact.ts';
import { recordFiling } from './record-filing.ts';
import { recordService } from './record-service.ts';
import { removeDeadline } from './remove-deadline.ts';
import { reportCure } from './report-cure.ts';
import { reportFact } from './report-fact.ts';
import { resume } from './resume.ts';
import { retryStep } from './retry-step.ts';
import { review } from './review.ts';
import { reworkFiling } from './rework-filing.ts';
import { setDeadline } from './set-deadline.ts';
import { simulate } from './simulate.ts';
import { submit } from './submit.ts';
import { withdraw } from './withdraw.ts';
import { withdrawIdle } from './withdraw-idle.ts';
import { withValues } from '../with-values.ts';

/**
 * All commands on a case, by kind. Each command with an author has its own file and is sent as a Temporal Update of the
 * same name.
 */
export const commands = {
  submit,
  advance,
  simulate,
  report_cure: reportCure,
  report_fact: reportFact,
  withdraw,
  delete_draft: deleteDraft,
  review,
  accept,
  outcome,
  record_service: recordService,
  correct_service: correctService,
  record_filing: recordFiling,
  correct_filing: correctFiling,
  correct_hearing: correctHearing,
  correct_judgment: correctJudgment,
  hold,
  resume,
  set_deadline: setDeadline,
  change_deadline: changeDeadline,
  remove_deadline: removeDeadline,
  record_fact: recordFact,
  attach,
  confirm_withdrawal: confirmWithdrawal,
  cure,
  expire_notice: expireNotice,
  rework_filing: reworkFiling,
  assign,
  retry_step: retryStep,
  withdraw_idle: withdrawIdle,
  mail_failed: mailFailed,
  ...dueCommands,
} as const;

type Registry = typeof commands;
export type CommandKind = keyof Registry;
type Given<K extends CommandKind> = Parameters<Registry[K]['decide']>[1];
type AuthorsOf<K extends CommandKind> = Registry[K]['authors'][number];

/** Additional fields of a command, by the kind of its author. */
interface AuthorFields {
  customer: object;
  /** `eligible` is looked up, not sent: whether the attorney is verified and licensed in the property's state. */
  attorney: { attorneyId: string; eligible: boolean };
  /**
   * `onWordOf` says who reported the change to the operator, and `reason` says why it is made. For a hold, the reason
   * is in the notes.
   */
  operator: { operator: string; onWordOf?: string; reason?: string };
  platform: object;
}

type CommandBy<A extends Author> = {
  [K in CommandKind]: A extends AuthorsOf<K> ? Given<K> & AuthorFields[A] : never;
}[CommandKind];

type CustomerCommand = CommandBy<'customer'>;
export type AttorneyCommand = CommandBy<'attorney'>;
export type OperatorCommand = CommandBy<'operator'>;
/** Commands that fall due by themselves, or whose author is the platform. */
type PlatformCommand =
  | CommandBy<'platform'>
  | { [K in CommandKind]: [AuthorsOf<K>] extends [never] ? Given<K> : never }[CommandKind];

/** A command with everything that its decision needs, including the fields in `AuthorFields`. */
export type Command = CustomerCommand | AttorneyCommand | OperatorCommand | PlatformCommand;

/** The kinds of command that have an author. */
export type WrittenKind = { [K in CommandKind]: [AuthorsOf<K>] extends [never] ? never : K }[CommandKind];

/** The authors allowed for each kind of command. Commands that fall due by themselves aren't included. */
export const commandAuthors = Object.fromEntries(
  Object.entries(commands).flatMap(([kind, { authors }]) => (authors.length > 0 ? [[kind, authors]] : [])),
) as unknown as { readonly [K in WrittenKind]: readonly Author[] };

export const writtenKinds = Object.keys(commandAuthors) as WrittenKind[];

/**
 * A command as its author sends it: without the author's id, and without values that are looked up or prepared for the
 * decision.
 */
export type CommandBody = Body<Extract<Command, { kind: WrittenKind }>>;
type Body<T> = T extends { kind: 'assign' }
  ? Omit<T, Added>
  : T extends unknown
    ? Omit<T, Added | 'attorneyId'>
    : never;
type Added = keyof Known | Prepared | 'operator';
/** The fields that the worker prepares. */
type Prepared = 'attested' | 'documents' | 'mustBeSigned' | 'signature' | 'submission';

/** Returns the definition of a kind of command, with its exact types erased. */
export function definitionOf({ kind }: { readonly kind: CommandKind }): CommandDefinition<Command> {
  return commands[kind] as unknown as CommandDefinition<Command>;
}

/** A kind of command that is built from field values. */
export type ReportKind = {
  [K in CommandKind]: [Registry[K]['fields']] extends [never] ? never : K;
}[CommandKind];
export const reportKinds = (Object.keys(commands) as CommandKind[]).filter(
  (kind): kind is ReportKind => definitionOf({ kind }).fields !== undefined,
);

/** A kind of command that has its own attorney API endpoint. */
export type RoutedKind = {
  [K in CommandKind]: [Registry[K]['route']] extends [never] ? never : K;
}[CommandKind];

/** Builds a command from its field values. If it is about an entry of the case, the entry's id is taken from `ids`. */
export function commandOf(kind: ReportKind, given: object, ids: Readonly<Record<string, string>> = {}): CommandBody {
  const { target, read } = definitionOf({ kind }) as Partial<Reader>;
  const values = withValues(given);
  const about = target === undefined ? {} : { [target]: ids[target] };
  return { kind, ...about, ...(read ? read(values) : values) } as CommandBody;
}

interface Reader {
  target: string;
  read: (given: object) => object;
}

/** Validates a command beyond the types of its fields. Returns all faults that can be detected in this context. */
export function faultsOf(body: CommandBody, context: FaultContext): Fault[] {
  const found = definitionOf(body).faults?.(body as Command, context) ?? [];
  return found.filter((fault) => typeof fault === 'object');
}
