\timing on
select sum("storedBytes") from "Case" where "organizationId"='org_1' and mode='test';
select sum("storedBytes") from "Case" where "organizationId"='org_1' and mode='test';
select sum("storedBytes") from "Case" where "organizationId"='org_1' and mode='test';
explain (analyze, buffers) select sum("storedBytes") from "Case" where "organizationId"='org_1' and mode='test';
\echo documents joined
select sum("sizeBytes") from "Document" d join "Case" c on c.id=d."caseId" where c."organizationId"='org_1' and c.mode='test' and purpose is not null;
\echo 10 percent of pages changed
set session_replication_role = replica;
update "Case" set version=version+1 where id < 'case_19';
select sum("storedBytes") from "Case" where "organizationId"='org_1' and mode='test';
select sum("storedBytes") from "Case" where "organizationId"='org_1' and mode='test';
\echo all pages changed
update "Case" set version=version+1 where id < 'case_8';
select sum("storedBytes") from "Case" where "organizationId"='org_1' and mode='test';
select sum("storedBytes") from "Case" where "organizationId"='org_1' and mode='test';
explain (analyze, buffers) select sum("storedBytes") from "Case" where "organizationId"='org_1' and mode='test';
