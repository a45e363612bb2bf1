import type { Author, CommandBody, GateResults, RefusalCode } from '@evict/case-model';
import { currentOrigin } from '../audit/origin.ts';
import { isCommanded } from '../cases/assigned.ts';
import type { Scope } from '../cases/types.ts';
import { isConfirmed } from '../confirmations.ts';
import { anyRow, firstRow, inTransaction, sql, type Statement, type Store } from '../database/store.ts';
import { countsSignature } from '../factors/passkeys.ts';

/** A command to be written. The first Temporal Update for it has the same id. */
export interface NewCommand {
  id: string;
  /** The customer's scope. Absent for other authors. */
  scope?: Scope | undefined;
  caseId: string;
  author: Author;
  /** The id of a user or API key, the name of an operator, or `platform`. */
  authorId: string;
  body: CommandBody;
  /** The id of the request that writes the command, for the logs. */
  requestId?: string | undefined;
}

/** The outcome of a command. `at` is when the change to the case was recorded. It is absent if nothing changed. */
export type CommandOutcome =
  | { ok: true; at?: string }
  | { ok: false; code: RefusalCode | 'documents_unavailable' }
  | { ok: false; code: 'gates_failed'; gates: GateResults };

/**
 * An SQL condition: the command was last written more than a minute ago. If it has no outcome yet, it is then void and
 * won't be decided unless it is written again.
 */
export const isVoidSql = `"writtenAt" < clock_timestamp() - interval '1 minute'`;

/**
 * `isRenewed` is true if an earlier attempt already wrote the command. `outcome` is set if the command has already been
 * decided.
 */
export interface WrittenCommand {
  outcome: CommandOutcome | null;
  isRenewed: boolean;
}

/**
 * Writes a command, before a Temporal Update with its id is sent. Only the written row is decided, whatever the Update
 * contains. If the command was already written, it keeps its body and stays valid for another minute. Throws if the
 * case is unknown, erased or outside the scope, or if a member still has to confirm the command.
 */
export async function writeCommand(store: Store, command: NewCommand): Promise<WrittenCommand> {
  return required(await firstRow<WrittenCommand>(store)`${insertCommand(command)}`);
}

/** A passkey's signature on a command. `signCount` is the count that the authenticator reported with it. */
export interface SignatureUse {
  passkeyId: string;
  signCount: number;
}

/**
 * Writes a command that a passkey has signed, and marks the signature as used, in one transaction. Returns null if the
 * signature was already used for another command.
 */
export async function writeSignedCommand(
  store: Store,
  command: NewCommand,
  { passkeyId, signCount }: SignatureUse,
): Promise<WrittenCommand | null> {
  return inTransaction(store, 'writeSignedCommand', passkeyId, async (transaction) => {
    const { id, caseId } = command;
    const isRenewed = (await transaction.command.count({ where: { id, caseId } })) > 0;
    const counted = isRenewed || (await transaction.$executeRaw(countsSignature(passkeyId, signCount))) > 0;
    if (!counted) return null;
    const [written] = await transaction.$queryRaw<WrittenCommand[]>(insertCommand(command));
    return required(written ?? null);
  });
}

function required(written: WrittenCommand | null): WrittenCommand {
  if (!written) throw new Error('the command could not be written');
  return written;
}

function insertCommand({ id, scope, caseId, author, authorId, body, requestId }: NewCommand): Statement {
  const { kind, ...fields } = body;
  const { credentialId, network } = currentOrigin();
  return sql`
    INSERT INTO "Command" AS k (id, "caseId", author, "authorId", kind, body, "requestId", "organizationId",
        "credentialId", network)
      SELECT ${id}, c.id, ${author}, ${authorId}, ${kind}, ${JSON.stringify(fields)}::jsonb, ${requestId ?? null},
        c."organizationId", ${credentialId}, ${network}
      FROM "Case" c WHERE ${isCommanded({ scope, caseId })} AND c."erasedAt" IS NULL
        AND ${isConfirmed({ id, author, authorId, kind })} FOR KEY SHARE
      ON CONFLICT (id) DO UPDATE SET "writtenAt" = clock_timestamp()
        WHERE k."caseId" = excluded."caseId" AND k.author = excluded.author
      RETURNING outcome, xmax <> 0 AS "isRenewed"`;
}

export async function isCommandWritten(store: Store, caseId: string, id: string): Promise<boolean> {
  return anyRow(store)`SELECT FROM "Command" WHERE id = ${id} AND "caseId" = ${caseId}`;
}
