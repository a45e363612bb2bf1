import { type Author, type CaseFacts, type CaseRecord, type CommandBody, type Mode, newCase } from '@evict/case-model';
import { eligibleSql } from '../attorneys/eligibility.ts';
import { type Exhibit, exhibitsSql } from '../documents/exhibits.ts';
import type { Shown } from '../documents/shown-documents.ts';
import { type CommandOutcome, isVoidSql } from '../commands/commands.ts';
import { poolOf, type Store } from '../database/store.ts';
import { mailFailureSql } from '../mails/case-mail-failures.ts';
import { isIdleSql } from '../retention/due-cases.ts';
import { currentRecord } from './versions.ts';

/** A command that was written, with what its decision has to know beside the case. */
export interface CommandOnFile {
  id: string;
  author: Author;
  authorId: string;
  body: CommandBody;
  /** The request that wrote it, for the logs. */
  requestId: string | null;
  outcome: CommandOutcome | null;
  /** It was written, or renewed by its author, more than a minute ago, and decides nothing any more. */
  isVoid: boolean;
  /** Whether the attorney who acts, or who is assigned, is verified and licensed in the property's state. */
  isEligible: boolean;
  /** Whether the attorney who is assigned decides on each case personally. */
  asksFirst: boolean;
  /** Whether the case is as a person confirmed it, where one has. */
  isAsConfirmed: boolean;
  /** For a review: the hashes of the case's current documents. */
  currentHashes: string[];
  /** For a signed review: the key of the attorney's passkey that it names, in base64; null if they have none such. */
  passkey: string | null;
  /** For a review: whether the attorney has any passkey. */
  hasPasskey: boolean;
  /** For an attachment: whether everything that it replaces is attached now. */
  replacesAttached: boolean;
  /** For the platform's own: the fact that it states is on record. */
  isFounded: boolean;
  /** For a submit. */
  draft: SubmittedDraft | null;
}

interface SubmittedDraft {
  /** The member who confirmed it for an agent, and attested; null where its author did. */
  attestedBy: string | null;
  facts: CaseFacts;
  exhibits: Exhibit[];
  noticeFactsHash: string | null;
  noticeFactsVersion: number;
  /** The attorney from before requested changes is no longer eligible. */
  attorneyLapsed: boolean;
}

/** A case as a decision finds it. */
export interface DecidableCase {
  organizationId: string;
  mode: Mode;
  jurisdiction: string;
  record: CaseRecord;
  /** A change is recorded only while these two are unchanged. */
  version: number;
  factsVersion: number;
  /** The database's clock, epoch milliseconds: that of a live case. */
  now: number;
  /** How far the clock of a sandbox case is ahead of it, in milliseconds. */
  aheadMs: number;
  /** A number of the sandbox clerk's, for a case that may need one. */
  courtNumber: number | null;
  isErased: boolean;
  /** The current documents, as the case shows them. */
  shownDocuments: Shown[];
  /** Of the organization; null where nobody has chosen one. */
  timeZone: string | null;
  /** Null where none was asked for, or none with that id was written for this case. */
  command: CommandOnFile | null;
}

/** The case, and the command with that id, from one snapshot; null if there is no such case. */
export async function loadForDecision(
  store: Store,
  caseId: string,
  commandId: string | null,
): Promise<DecidableCase | null> {
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
    command,
  };
}

/** The driver returns bigint as text. */
type Row = Omit<DecidableCase, 'record' | 'aheadMs' | 'courtNumber'> & {
  record: CaseRecord | null;
  aheadMs: string;
  courtNumber: string | null;
};

const eligible = (attorneyId: string) =>
  `EXISTS (SELECT FROM "User" u WHERE u.id = ${attorneyId} AND ${eligibleSql('c.jurisdiction')})`;

// What a kind of command does not need is not read: a CASE evaluates one branch.
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
      'isEligible', CASE WHEN k.kind = 'assign' THEN ${eligible(`k.body ->> 'attorneyId'`)}
        WHEN k.author = 'attorney' THEN ${eligible('k."authorId"')} ELSE false END,
      'asksFirst', CASE WHEN k.kind = 'assign'
        THEN EXISTS (SELECT FROM "User" u WHERE u.id = k.body ->> 'attorneyId' AND u."asksFirst") ELSE false END,
      'isAsConfirmed', CASE WHEN k.author = 'customer' THEN NOT EXISTS (SELECT FROM "Confirmation" f
        WHERE f."usedBy" = k.id AND f.hash <> "confirmedHash"(c, f."chargeId")) ELSE true END,
      'currentHashes', CASE WHEN k.kind = 'review' THEN (
        SELECT coalesce(jsonb_agg(d."contentHash"), '[]') FROM "Document" d WHERE d."caseId" = c.id AND NOT d.superseded)
        ELSE '[]' END,
      'passkey', CASE WHEN k.kind = 'review' AND k.body ? 'assertion' THEN (
        SELECT encode(p."publicKey", 'base64') FROM "Passkey" p
        WHERE p."userId" = k."authorId" AND p."credentialId" = k.body #>> '{assertion,credentialId}') END,
      'hasPasskey', k.kind = 'review' AND EXISTS (SELECT FROM "Passkey" p WHERE p."userId" = k."authorId"),
      'replacesAttached', CASE WHEN k.kind = 'attach' THEN NOT EXISTS (
        SELECT FROM jsonb_array_elements_text(k.body -> 'replaces') AS replaced (id) WHERE NOT EXISTS (
          SELECT FROM "Document" d WHERE d.id = replaced.id AND d."caseId" = c.id AND d.kind = k.body ->> 'as'
            AND d."specId" IS NULL AND d.purpose IS NULL AND NOT d.superseded)) ELSE false END,
      'isFounded', CASE k.kind WHEN 'withdraw_idle' THEN ${isIdleSql}
        WHEN 'mail_failed' THEN ${mailFailureSql({ id: 'k.id', caseId: 'c.id', attempt: `(k.body ->> 'attempt')::int`, errorClass: `k.body ->> 'errorClass'` })}
        ELSE false END,
      'draft', CASE WHEN k.kind = 'submit' AND k.outcome IS NULL THEN jsonb_build_object(
        'facts', c.facts,
        'attestedBy', (SELECT f."confirmedById" FROM "Confirmation" f WHERE f."usedBy" = k.id),
        'exhibits', ${exhibitsSql},
        'noticeFactsHash', c."noticeFactsHash", 'noticeFactsVersion', c."noticeFactsVersion",
        'attorneyLapsed', c."attorneyId" IS NOT NULL AND NOT ${eligible('c."attorneyId"')}) END
    ) END AS command
  FROM "Case" c JOIN "Organization" o ON o.id = c."organizationId" LEFT JOIN "Command" k ON k.id = $2 AND k."caseId" = c.id
  WHERE c.id = $1`;
