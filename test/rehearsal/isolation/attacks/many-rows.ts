import { maxCaseDocuments } from '@evict/contract';
import { again } from '../../support/requests.ts';
import type { Attacker } from '../attacker.ts';
import type { Attacks } from './attack.ts';

// These are the rows of an organization after years of use. Creating them with requests would take hours, so they are
// copies of one row that was created with a request.

const copiesOfCase = `INSERT INTO "Case" (id, "organizationId", mode, state, ground, "entryPoint", jurisdiction, facts,
    progress, deadlines, "nextAction", clock, "createdAt", "updatedAt")
  SELECT 'case_' || gen_random_uuid(), "organizationId", mode, state, ground, "entryPoint", jurisdiction, facts, progress,
    deadlines, "nextAction", clock, "createdAt" - age * interval '30 minutes', "updatedAt"
  FROM "Case", generate_series($2::int, $3::int) AS age WHERE id = $1`;

const copiesOfSearch = `INSERT INTO "CaseSearch" ("caseId", "organizationId", mode, "createdAt", facts)
  SELECT c.id, c."organizationId", c.mode, c."createdAt", s.facts FROM "CaseSearch" s JOIN "Case" c USING ("organizationId", mode)
  WHERE s."caseId" = $1 AND NOT EXISTS (SELECT FROM "CaseSearch" other WHERE other."caseId" = c.id)`;

/** Inserts 50,000 drafts from three years, in batches that each fit into the time limit of a statement. */
async function fiftyThousand({ createDrafts, withStore }: Attacker): Promise<void> {
  const [id] = await createDrafts(1);
  const batch = 1000;
  await withStore(async ({ pool }) => {
    for (let from = 1; from <= 50_000; from += batch) {
      await pool.query(copiesOfCase, [id, from, from + batch - 1]);
      await pool.query(copiesOfSearch, [id]);
    }
  });
}

const copiesOfDocument = `INSERT INTO "Document" (id, "caseId", kind, "specId", purpose, filename, "contentType",
    "contentHash", "sizeBytes", superseded)
  SELECT 'doc_' || gen_random_uuid(), "caseId", kind, "specId", purpose, filename, "contentType", "contentHash",
    "sizeBytes", superseded
  FROM "Document", generate_series(1, $2::int) WHERE id = $1`;

export const manyRows: Attacks = {
  'list pages of 50,000 drafts': async (attacker) => {
    await fiftyThousand(attacker);
    let cursor: string | undefined;
    for (let page = 0; page < 20; page += 1) {
      cursor = (await attacker.client.listCases({ limit: 100, cursor })).nextCursor ?? undefined;
    }
    const paths = ['/v1/cases?limit=100', `/v1/cases?limit=100&cursor=${cursor}`];
    return again(30, ...paths.map((path) => attacker.request('GET', path)));
  },
  'searches of 50,000 drafts': async (attacker) => {
    await fiftyThousand(attacker);
    // Strings that every draft contains, that none contains, and parts of strings that every draft contains.
    const texts = ['e', 'sandbox', 'nobody is called this', 'xway sand', 'testville'.repeat(11)];
    const filters = ['', '&state=closed', '&state=draft&updatedSince=2000-01-01T00:00:00Z'];
    const paths = texts.flatMap((q) =>
      filters.map((filter) => `/v1/cases?limit=100&q=${encodeURIComponent(q)}${filter}`),
    );
    return again(30, ...paths.map((path) => attacker.request('GET', path)));
  },
  'lists of 100 drafts with as many documents as they may have': async (attacker) => {
    const { createDrafts, upload, request, withStore } = attacker;
    const ids = await createDrafts(100);
    for (const id of ids) {
      const documentId = await upload(id, Buffer.from('%PDF-1.4'));
      await withStore(({ pool }) => pool.query(copiesOfDocument, [documentId, maxCaseDocuments.test - 2]));
      // The case only shows the copies after its next upload.
      await upload(id, Buffer.from('%PDF-1.4'));
    }
    const path = `/v1/cases/${ids[0]}`;
    const commands = ['validate', 'submit', 'advance'].map((name) => request('POST', `${path}/${name}`));
    return again(20, request('GET', '/v1/cases?limit=100'), request('GET', path), ...commands);
  },
};
