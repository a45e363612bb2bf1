import type { Material, Need } from '@evict/case-model';
import { eligibleSql } from '../attorneys/eligibility.ts';
import { exhibitsSql } from '../documents/exhibits.ts';
import { mailFailureSql } from '../mails/case-mail-failures.ts';
import { isIdleSql } from '../retention/due-cases.ts';

/** Returns an SQL condition: the attorney is verified, and licensed in the state of the property in case `c`. */
export const eligible = (attorneyId: string) =>
  `EXISTS (SELECT FROM "User" u WHERE u.id = ${attorneyId} AND ${eligibleSql('c.jurisdiction')})`;

/**
 * The SQL expression for each value that a decision may need, or that the worker prepares a command from. It looks up
 * the value for case `c` and command `k`.
 */
export const lookUps: Readonly<Record<Need | Material, string>> = {
  eligible: eligible(`k.body ->> 'attorneyId'`),
  asksFirst: `EXISTS (SELECT FROM "User" u WHERE u.id = k.body ->> 'attorneyId' AND u."asksFirst")`,
  attorneyLapsed: `c."attorneyId" IS NOT NULL AND NOT ${eligible('c."attorneyId"')}`,
  otherHashes: `(SELECT coalesce(jsonb_agg(d."contentHash"), '[]') FROM "Document" d
    WHERE d."caseId" = c.id AND NOT d.superseded)`,
  replacesAttached: `NOT EXISTS (SELECT FROM jsonb_array_elements_text(k.body -> 'replaces') AS replaced (id)
    WHERE NOT EXISTS (SELECT FROM "Document" d WHERE d.id = replaced.id AND d."caseId" = c.id
      AND d.kind = k.body ->> 'as' AND d."specId" IS NULL AND d.purpose IS NULL AND NOT d.superseded))`,
  isIdle: isIdleSql('c'),
  isMailGivenUp: mailFailureSql({
    id: 'k.id',
    caseId: 'c.id',
    attempt: `(k.body ->> 'attempt')::int`,
    errorClass: `k.body ->> 'errorClass'`,
  }),
  draft: `jsonb_build_object('facts', c.facts, 'exhibits', ${exhibitsSql},
    'noticeFactsHash', c."noticeFactsHash", 'noticeFactsVersion', c."noticeFactsVersion")`,
  passkey: `(SELECT encode(p."publicKey", 'base64') FROM "Passkey" p
    WHERE p."userId" = k."authorId" AND p."credentialId" = k.body #>> '{assertion,credentialId}')`,
  hasPasskey: `EXISTS (SELECT FROM "Passkey" p WHERE p."userId" = k."authorId")`,
};
