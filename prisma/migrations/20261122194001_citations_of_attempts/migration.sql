-- AlterTable
ALTER TABLE "ServiceAttempt" ADD COLUMN     "citation" TEXT;
