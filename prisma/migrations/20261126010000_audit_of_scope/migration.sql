-- The customer gateway reads the audit of the organization alone that it works for: ../../../packages/store/src/database/scope.ts.
-- A view reads as its owner, whom row-level security does not bind. Gateways of the release before set no organization, and
-- find nothing until they are updated: a condition that lets them through would read all of the organization's audit for a page.
CREATE OR REPLACE VIEW "Audit" AS SELECT * FROM (
  SELECT id, "organizationId", "createdAt" AS at, action, "actorType", actor, "credentialId", network,
    NULL::text AS "caseId", result, detail, false AS "isHidden"
  FROM "AuditEvent"
  UNION ALL SELECT id, "organizationId", "writtenAt", 'case.' || kind,
    CASE WHEN author = 'attorney' THEN author WHEN "authorId" LIKE 'key\_%' THEN 'api_key' ELSE 'user' END, "authorId",
    "credentialId", network, "caseId", CASE WHEN (outcome ->> 'ok')::boolean THEN 'done'
      WHEN outcome IS NOT NULL THEN outcome ->> 'code'
      WHEN "writtenAt" < now() - interval '1 minute' THEN 'void' ELSE 'pending' END, NULL::jsonb,
    author NOT IN ('customer', 'attorney')
  FROM "Command"
  UNION ALL SELECT id, "organizationId", "createdAt", 'tenant_data_viewed',
    CASE "actorType" WHEN 'platform' THEN 'operator' ELSE "actorType" END, actor, "credentialId", network, "caseId",
    'done', jsonb_build_object('what', what), false
  FROM "TenantDataView"
  UNION ALL SELECT id, "organizationId", "createdAt", 'operator_action', 'operator', operator, NULL, NULL,
    CASE WHEN subject LIKE 'case\_%' THEN subject END, coalesce(outcome, 'pending'), jsonb_strip_nulls(
      jsonb_build_object('command', command, 'subject', subject, 'identifiedBy', "identifiedBy")), false
  FROM "OperatorAction"
) a
WHERE "organizationId" = current_setting('evict.organization', true);
