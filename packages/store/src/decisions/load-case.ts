import {
  type Author,
  type CaseRecord,
  type CommandBody,
  definitionOf,
  type Known,
  type Materials,
  type Mode,
  newCase,
} from '@evict/case-model';
import type { Shown } from '../documents/shown-documents.ts';
import { type CommandOutcome, isVoidSql } from '../commands/commands.ts';
import { confirmedHashSql } from '../confirmations.ts';
import { poolOf, type Store } from '../database/store.ts';
import { eligible, lookUps } from './needs.ts';
import { currentRecord } from './versions.ts';

/** A command's row, with the data that its decision needs besides the case. */
export interface CommandOnFile {
  id: string;
  author: Author;
  authorId: string;
  body: CommandBody;
  /** The id of the request that wrote the command, for the logs. */
  requestId: string | null;
  outcome: CommandOutcome | null;
  /**
   * Whether the command was last written more than a minute ago. Without an outcome, it then won't be decided anymore.
   */
  isVoid: boolean;
  /** Whether the author is an attorney who is verified and licensed in the property's state. */
  isEligible: boolean;
  /**
   * Who confirmed the command for an agent, and whether the case is still as they saw it. Null if no confirmation was
   * needed.
   */
  confirmation: { by: string; isCurrent: boolean } | null;
  /** The values that the command's definition asks for in `needs` and `preparedFrom`. */
  known: Partial<Known>;
  materials: Partial<Materials>;
}

/** A case, with everything that a decision reads about it. */
export interface DecidableCase {
  organizationId: string;
  mode: Mode;
  jurisdiction: string;
  record: CaseRecord;
  /** A decision is recorded only if neither version has changed since. */
  version: number;
  factsVersion: number;
  /** The database's clock in epoch milliseconds, which is also the clock of a live case. */
  now: number;
  /** How far a sandbox case's clock is ahead, in milliseconds. */
  aheadMs: number;
  /**
   * The next number of the sandbox's simulated court, for an envelope or a court case, if the case may need one.
   * Otherwise null.
   */
  courtNumber: number | null;
  isErased: boolean;
  /** The current documents, in the form that responses show. */
  shownDocuments: Shown[];
  /** The organization's time zone, or null if none was chosen. */
  timeZone: string | null;
  /** Null if no command id was given, or if this case has no command with that id. */
  command: CommandOnFile | null;
}

/**
 * Loads a case, the command with this id, and the data that the command needs, all for the same versions of the case.
 * Returns null if there is no such case. The versions don't cover licenses, passkeys, failed emails, legal holds and
 * the time of the last change. If one of these changes afterwards, only the next command sees it.
 */
export async function loadForDecision(
  store: Store,
  caseId: string,
  commandId: string | null,
): Promise<DecidableCase | null> {
  for (;;) {
    const found = await readCase(store, caseId, commandId);
    if (!found?.command || found.command.outcome) return found;
    const { command } = found;
    const lookedUp = await lookUp(store, found, command);
    if (lookedUp) return { ...found, command: { ...command, ...lookedUp } };
  }
}

async function readCase(store: Store, caseId: string, commandId: string | null): Promise<DecidableCase | null> {
  const { rows } = await poolOf(store).query<Row>({ name: 'decision', text: statement, values: [caseId, commandId] });
  const [row] = rows;
  if (!row) return null;
  const { command, record, aheadMs, now, courtNumber, ...rest } = row;
  const { organizationId, mode, factsVersion } = rest;
  const current = record ? currentRecord(record) : newCase({ caseId, organizationId, mode }, now + Number(aheadMs));
  return {
    ...rest,
    now,
    aheadMs: Number(aheadMs),
    courtNumber: courtNumber === null ? null : Number(courtNumber),
    record: { ...current, factsVersion },
    command: command && { ...command, known: {}, materials: {} },
  };
}

/** The driver returns bigint as a string. */
type Row = Omit<DecidableCase, 'record' | 'aheadMs' | 'courtNumber' | 'command'> & {
  record: CaseRecord | null;
  aheadMs: string;
  courtNumber: string | null;
  command: Omit<CommandOnFile, 'known' | 'materials'> | null;
};

// Runs only the checks that apply to the command's author, because SQL evaluates just one branch of a CASE.
const statement = `SELECT c."organizationId", c.mode, c.jurisdiction, c.record, c.version, c."factsVersion",
    floor(extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now, c."clockAheadMs" AS "aheadMs",
    CASE WHEN c.mode = 'test' AND c.state = 'filing_submitted' THEN nextval('sandbox_docket')
      WHEN c.mode = 'test' AND (c.state IN ('filing_review', 'filing_approved') OR k.kind = 'simulate')
        THEN nextval('sandbox_envelope') END AS "courtNumber",
    c."erasedAt" IS NOT NULL AS "isErased", c."shownDocuments"::json AS "shownDocuments", o."timeZone",
    CASE WHEN k.id IS NOT NULL THEN jsonb_build_object(
      'id', k.id, 'author', k.author, 'authorId', k."authorId",
      'body', k.body || jsonb_build_object('kind', k.kind), 'outcome', k.outcome,
      'requestId', k."requestId",
      'isVoid', ${isVoidSql},
      'isEligible', CASE WHEN k.author = 'attorney' THEN ${eligible('k."authorId"')} ELSE false END,
      'confirmation', CASE WHEN k.author = 'customer' THEN (
        SELECT jsonb_build_object('by', f."confirmedById", 'isCurrent', f.hash = ${confirmedHashSql})
        FROM "Confirmation" f WHERE f."usedBy" = k.id) END
    ) END AS command
  FROM "Case" c JOIN "Organization" o ON o.id = c."organizationId" LEFT JOIN "Command" k ON k.id = $2 AND k."caseId" = c.id
  WHERE c.id = $1`;

/**
 * Looks up the values that the command's definition asks for. Returns null if the case has changed since it was read.
 */
async function lookUp(
  store: Store,
  { record: { caseId }, version, factsVersion }: DecidableCase,
  { id, body }: CommandOnFile,
): Promise<Pick<CommandOnFile, 'known' | 'materials'> | null> {
  // A command of a kind that only a later release knows will be refused, which needs no lookup.
  const definition: Partial<ReturnType<typeof definitionOf>> | undefined = definitionOf(body);
  const { needs = [], preparedFrom = [] } = definition ?? {};
  if (needs.length === 0 && preparedFrom.length === 0) return { known: {}, materials: {} };
  const { rows } = await poolOf(store).query<Pick<CommandOnFile, 'known' | 'materials'>>({
    name: `decision-${body.kind}`,
    text: `SELECT ${objectOf(needs)} AS known, ${objectOf(preparedFrom)} AS materials
      FROM "Case" c JOIN "Command" k ON k."caseId" = c.id
      WHERE c.id = $1 AND k.id = $2 AND c.version = $3 AND c."factsVersion" = $4`,
    values: [caseId, id, version, factsVersion],
  });
  return rows[0] ?? null;
}

function objectOf(names: readonly (keyof typeof lookUps)[]): string {
  return `jsonb_build_object(${names.map((name) => `'${name}', ${lookUps[name]}`).join(', ')})`;
}
