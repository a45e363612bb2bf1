-- AlterTable
ALTER TABLE "Case" ADD COLUMN     "reference" TEXT;

-- What the schema of Prisma has no words for --------------------------------------------------------------------------

-- Cases without a reference are not in it.
CREATE UNIQUE INDEX "Case_organizationId_mode_reference_key" ON "Case"("organizationId", "mode", "reference")
  WHERE "reference" IS NOT NULL;
