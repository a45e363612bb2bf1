-- CreateTable
CREATE TABLE "CaseSearch" (
    "caseId" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "CaseSearch_pkey" PRIMARY KEY ("caseId")
);

-- AddForeignKey
ALTER TABLE "CaseSearch" ADD CONSTRAINT "CaseSearch_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What the schema of Prisma has no words for --------------------------------------------------------------------------

-- Both sides of a search pass through this: without accents and case, with one blank for any number of blanks and commas.
-- Letters that Unicode does not take apart are written out.
CREATE FUNCTION "foldedText"(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN
  btrim(regexp_replace(
    replace(replace(replace(translate(
      casefold(regexp_replace(normalize(words, NFKD),
        '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]', '', 'g') COLLATE pg_unicode_fast),
      'łøđðħŧı', 'loddhti'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    '[[:space:][:cntrl:],]+', ' ', 'g'));

-- What a case is found by, a line each: its address without and with the unit, its county, the names of its parties.
CREATE FUNCTION "searchText"(facts jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN (
  SELECT coalesce(string_agg("foldedText"(line), E'\n'), '') FROM (
    SELECT concat_ws(' ', p ->> 'line1', p ->> 'city', p ->> 'state', p ->> 'zip') FROM (SELECT facts -> 'property') x(p)
    UNION ALL
    SELECT concat_ws(' ', p ->> 'line1', p ->> 'unit', p ->> 'city', p ->> 'state', p ->> 'zip')
    FROM (SELECT facts -> 'property') x(p) WHERE p ->> 'unit' IS NOT NULL
    UNION ALL
    SELECT facts #>> '{property,county}'
    UNION ALL
    SELECT name #>> '{}' FROM jsonb_path_query(facts, '$.parties[*].name') name
  ) lines(line) WHERE line <> '');

-- The index has keys: one, two and three successive characters of a line, by organization, mode and the week in which the
-- case was created. In its upper half a key has organization and mode plus the week, so that the keys of a week are
-- neighbours. The halves are hashes: what the index finds is compared again.
CREATE FUNCTION "searchWeek"("createdAt" timestamptz) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN
  floor(extract(epoch FROM "createdAt" AT TIME ZONE 'UTC') / 604800)::bigint;

CREATE FUNCTION "searchKey"("organizationId" text, mode text, week bigint, gram text) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN
  ((hashtext("organizationId" || ' ' || mode) / 2 + week) << 32) | (hashtext(gram)::bigint & 4294967295);

-- Its cost keeps the planner from computing it for every row in place of reading the index.
CREATE FUNCTION "searchKeys"("organizationId" text, mode text, "createdAt" timestamptz, lines text) RETURNS bigint[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 10000 RETURN (
  SELECT array_agg(DISTINCT "searchKey"("organizationId", mode, "searchWeek"("createdAt"), substr(line, at, size)))
  FROM regexp_split_to_table(lines, E'\n') line, generate_series(1, 3) size,
    generate_series(1, length(line) - size + 1) at);

-- The keys of a text in the first of all weeks, about a dozen of a long one.
CREATE FUNCTION "askedKeys"("organizationId" text, mode text, asked text) RETURNS bigint[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN (
  SELECT array_agg(DISTINCT "searchKey"("organizationId", mode, 0, substr(asked, at, 3)))
  FROM generate_series(1, greatest(1, length(asked) - 2), greatest(1, length(asked) / 12)) at);

-- No list of pending entries: each search would read all of it for each week.
CREATE INDEX "CaseSearch_keys_idx" ON "CaseSearch"
  USING gin ("searchKeys"("organizationId", "mode", "createdAt", "text")) WITH (fastupdate = off);

-- Follows the facts, whoever writes them. An erased case has no row.
CREATE FUNCTION "searchCase"() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  IF NEW."erasedAt" IS NOT NULL THEN
    DELETE FROM "CaseSearch" WHERE "caseId" = NEW.id;
  ELSE
    INSERT INTO "CaseSearch" AS s ("caseId", "organizationId", mode, "createdAt", text)
    VALUES (NEW.id, NEW."organizationId", NEW.mode, NEW."createdAt", "searchText"(NEW.facts))
    ON CONFLICT ("caseId") DO UPDATE SET text = EXCLUDED.text WHERE s.text <> EXCLUDED.text;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "searchCase" AFTER INSERT OR UPDATE OF facts, "erasedAt" ON "Case"
  FOR EACH ROW EXECUTE FUNCTION "searchCase"();

INSERT INTO "CaseSearch" ("caseId", "organizationId", mode, "createdAt", text)
  SELECT id, "organizationId", mode, "createdAt", "searchText"(facts) FROM "Case" WHERE "erasedAt" IS NULL;
