-- The cases that must have a running process, for the reconciler to page through. Prisma has no partial indexes: its
-- schema does not name this one.
CREATE INDEX "Case_open_process" ON "Case" (id)
  WHERE sequence > 0 AND "erasedAt" IS NULL AND state NOT IN ('resolved', 'closed', 'withdrawn');
