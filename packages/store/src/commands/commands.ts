import type { Author, CommandBody, GateResults, RefusalCode } from '@evict/case-model';
import { currentOrigin } from '../audit/origin.ts';
import { isCommanded } from '../cases/assigned.ts';
import type { Scope } from '../cases/types.ts';
import { isConfirmed } from '../confirmations.ts';
import { anyRow, firstRow, type Store } from '../database/store.ts';

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
 * Writes a command. Its Update then only names it, so that what is sent to Temporal decides nothing. Writing it again
 * keeps its body and makes it valid for another minute. Returns the outcome if the command has been decided, and
 * whether it existed before. Throws if the case is unknown, erased or outside of the scope, or if a person still has to
 * confirm the command.
 */
export async function writeCommand(
  store: Store,
  { id, scope, caseId, author, authorId, body, requestId }: NewCommand,
): Promise<{ outcome: CommandOutcome | null; isRenewed: boolean }> {
  const { kind, ...fields } = body;
  const { credentialId, network } = currentOrigin();
  const written = await firstRow<{ outcome: CommandOutcome | null; isRenewed: boolean }>(store)`
    INSERT INTO "Command" AS k (id, "caseId", author, "authorId", kind, body, "requestId", "organizationId",
        "credentialId", network)
      SELECT ${id}, c.id, ${author}, ${authorId}, ${kind}, ${JSON.stringify(fields)}::jsonb, ${requestId ?? null},
        c."organizationId", ${credentialId}, ${network}
      FROM "Case" c WHERE ${isCommanded({ scope, caseId })} AND c."erasedAt" IS NULL
        AND ${isConfirmed({ id, author, authorId, kind })} FOR KEY SHARE
      ON CONFLICT (id) DO UPDATE SET "writtenAt" = clock_timestamp()
        WHERE k."caseId" = excluded."caseId" AND k.author = excluded.author
      RETURNING outcome, xmax <> 0 AS "isRenewed"`;
  if (!written) throw new Error('the command could not be written');
  return written;
}

/** Whether a command with this id exists for the case. */
export async function isCommandWritten(store: Store, caseId: string, id: string): Promise<boolean> {
  return anyRow(store)`SELECT FROM "Command" WHERE id = ${id} AND "caseId" = ${caseId}`;
}
