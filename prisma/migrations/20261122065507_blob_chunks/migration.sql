-- CreateTable
CREATE TABLE "BlobChunk" (
    "blobId" TEXT NOT NULL,
    "index" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "BlobChunk_pkey" PRIMARY KEY ("blobId","index")
);

-- PDF, JPEG and PNG are compressed already.
ALTER TABLE "BlobChunk" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;

-- AlterTable
ALTER TABLE "Blob" DROP CONSTRAINT "Blob_pkey",
ADD COLUMN     "complete" BOOLEAN,
ADD COLUMN     "id" TEXT,
ADD COLUMN     "sha256" TEXT,
ADD COLUMN     "sizeBytes" INTEGER;

-- What is stored already is cut into chunks of 256 KiB.
UPDATE "Blob" SET "id" = gen_random_uuid()::text, "complete" = true,
  "sha256" = encode(sha256("bytes"), 'hex'), "sizeBytes" = octet_length("bytes");

INSERT INTO "BlobChunk" ("blobId", "index", "bytes")
SELECT b."id", i, substr(b."bytes", i * 262144 + 1, 262144)
FROM "Blob" b CROSS JOIN LATERAL generate_series(0, greatest(0, (b."sizeBytes" - 1) / 262144)) AS i;

ALTER TABLE "Blob" DROP COLUMN "bytes",
ALTER COLUMN "complete" SET NOT NULL,
ALTER COLUMN "id" SET NOT NULL,
ALTER COLUMN "sha256" SET NOT NULL,
ALTER COLUMN "sizeBytes" SET NOT NULL,
ADD CONSTRAINT "Blob_pkey" PRIMARY KEY ("id");

-- Of a document one blob is complete, whoever stores its bytes at the same time.
CREATE UNIQUE INDEX "Blob_documentId_complete_key" ON "Blob"("documentId") WHERE "complete";

-- AddForeignKey
ALTER TABLE "BlobChunk" ADD CONSTRAINT "BlobChunk_blobId_fkey" FOREIGN KEY ("blobId") REFERENCES "Blob"("id") ON DELETE CASCADE ON UPDATE CASCADE;
