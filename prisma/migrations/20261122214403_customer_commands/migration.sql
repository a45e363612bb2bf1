-- CreateTable
CREATE TABLE "CustomerCommand" (
    "id" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "content" JSONB NOT NULL,
    "text" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "CustomerCommand_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "CustomerCommand_caseId_idx" ON "CustomerCommand"("caseId");

-- AddForeignKey
ALTER TABLE "CustomerCommand" ADD CONSTRAINT "CustomerCommand_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
