import type { Author, CommandBody, GateResults, RefusalCode } from '@evict/case-model';
import { currentOrigin } from '../audit/origin.ts';
import { isCommanded } from '../cases/assigned.ts';
import type { Scope } from '../cases/types.ts';
import { isConfirmed } from '../confirmations.ts';
import { anyRow, firstRow, inTransaction, sql, type Statement, type Store } from '../database/store.ts';
import { countsSignature } from '../factors/passkeys.ts';

/** A command as its author's process writes it. Its id is also that of its Update. */
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

/** The outcome of a command. `at` is when its change of the case was recorded; absent if it changed nothing. */
export type CommandOutcome =
  | { ok: true; at?: string }
  | { ok: false; code: RefusalCode | 'documents_unavailable' }
  | { ok: false; code: 'gates_failed'; gates: GateResults };

/** An SQL condition: a command without an outcome is void and will not be decided any more. */
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
 * Writes a command, which its Update then names: what Temporal is sent decides nothing. One that is written again keeps
 * its body, and is valid for another minute. Throws if the case is unknown, erased, or not of the scope, or a person has
 * to confirm it and has not.
 */
export async function writeCommand(store: Store, command: NewCommand): Promise<WrittenCommand> {
  return required(await firstRow<WrittenCommand>(store)`${insertCommand(command)}`);
}

/** The signature of a command by a passkey, with the count of its authenticator. */
export interface SignatureUse {
  passkeyId: string;
  signCount: number;
}

/**
 * Writes a command that a passkey has signed, and counts the signature as used, both or neither. Null if it was used
 * before for another command.
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

/** Whether a command with this id exists for the case. */
export async function isCommandWritten(store: Store, caseId: string, id: string): Promise<boolean> {
  return anyRow(store)`SELECT FROM "Command" WHERE id = ${id} AND "caseId" = ${caseId}`;
}
