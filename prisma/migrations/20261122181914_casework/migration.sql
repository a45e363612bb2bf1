-- AlterTable
ALTER TABLE "ServiceAttempt" ADD COLUMN     "expires" TEXT,
ADD COLUMN     "partyIndex" INTEGER;
