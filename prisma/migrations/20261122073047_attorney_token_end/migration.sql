-- AlterTable
ALTER TABLE "AttorneyToken" ADD COLUMN     "expiresAt" TIMESTAMPTZ(3);
