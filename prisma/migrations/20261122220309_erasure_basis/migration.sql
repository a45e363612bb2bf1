-- AlterTable
ALTER TABLE "Erasure" ADD COLUMN     "basis" TEXT;
