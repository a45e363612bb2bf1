-- DropForeignKey
ALTER TABLE "CommandText" DROP CONSTRAINT "CommandText_caseId_fkey";

-- DropTable
DROP TABLE "CommandText";

-- CreateTable
CREATE TABLE "AttorneyCommand" (
    "id" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "content" JSONB NOT NULL,
    "text" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "AttorneyCommand_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "OperatorCommand" (
    "id" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "content" JSONB NOT NULL,
    "text" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "OperatorCommand_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "AttorneyCommand_caseId_idx" ON "AttorneyCommand"("caseId");

-- CreateIndex
CREATE INDEX "OperatorCommand_caseId_idx" ON "OperatorCommand"("caseId");

-- AddForeignKey
ALTER TABLE "AttorneyCommand" ADD CONSTRAINT "AttorneyCommand_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OperatorCommand" ADD CONSTRAINT "OperatorCommand_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
