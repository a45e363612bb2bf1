-- What is looked for again and again is found without reading what has accumulated over years.

-- AlterTable
ALTER TABLE "Checkout" ADD COLUMN     "surplus" BOOLEAN NOT NULL DEFAULT false;

-- A trigger, so that an older process that still runs writes it too.
CREATE FUNCTION "markSurplus"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.surplus := EXISTS (SELECT FROM "Charge" WHERE id = NEW."chargeId" AND "paymentId" IS DISTINCT FROM NEW."paymentId"
    AND "paymentId" IS NOT NULL);
  RETURN NEW;
END $$;
CREATE TRIGGER "markSurplus" BEFORE UPDATE OF "paymentId" ON "Checkout"
  FOR EACH ROW WHEN (NEW."paymentId" IS NOT NULL) EXECUTE FUNCTION "markSurplus"();

UPDATE "Checkout" k SET surplus = true FROM "Charge" c
  WHERE c.id = k."chargeId" AND k."paymentId" IS NOT NULL AND c."paymentId" IS NOT NULL
    AND k."paymentId" IS DISTINCT FROM c."paymentId";

-- Charges with something left to do at the provider.
CREATE INDEX "Checkout_open_idx" ON "Checkout"("chargeId") WHERE "closedAt" IS NULL;
CREATE INDEX "Checkout_surplus_idx" ON "Checkout"("chargeId") WHERE surplus AND "refundedAt" IS NULL;
CREATE INDEX "Charge_refund_requested_idx" ON "Charge"("id") WHERE "refundRequestedAt" IS NOT NULL AND "refundedAt" IS NULL;

-- Drafts that were withdrawn without ever having been submitted.
CREATE INDEX "Case_withdrawn_drafts_idx" ON "Case"("mode", "updatedAt", "id")
  WHERE "state" = 'withdrawn' AND "factsHash" IS NULL AND "erasedAt" IS NULL AND NOT "legalHold";

-- Blobs whose put was interrupted.
CREATE INDEX "Blob_incomplete_idx" ON "Blob"("createdAt") WHERE NOT "complete";
