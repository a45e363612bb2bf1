import { buffer } from 'node:stream/consumers';
import PdfDocument from 'pdfkit';

type Options = ConstructorParameters<typeof PdfDocument>[0];

/** Creates an encrypted PDF. It opens without a password unless `userPassword` is given. */
export async function encryptedPdf(options: Options = {}): Promise<Buffer> {
  const document = new PdfDocument({ ownerPassword: 'the owner', ...options });
  document.text('Lease of 12 Sandbox Way').end();
  return buffer(document);
}
