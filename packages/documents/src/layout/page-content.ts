/** The target of a page's drawing commands, which pdfkit's types omit. */
interface ContentStream {
  write: (chunk: string | Uint8Array) => void;
  finalize: () => void;
}

/** Characters that are collected before they become bytes. */
const gatheredAtOnce = 16_384;

/**
 * Makes a page collect its drawing commands before converting them to bytes. pdfkit keeps an array per command until the
 * document is finished: more than a gigabyte for the largest cases. The bytes of the document are the same.
 */
export function gatherContent(page: PDFKit.PDFPage): void {
  const content = page.content as unknown as ContentStream;
  const write = content.write.bind(content);
  const finalize = content.finalize.bind(content);
  let lines: string[] = [];
  let length = 0;
  const flush = () => {
    if (lines.length > 0) write(Buffer.from(lines.join(''), 'latin1'));
    lines = [];
    length = 0;
  };
  content.write = (chunk) => {
    if (typeof chunk !== 'string') throw new TypeError('a page is written as text');
    lines.push(chunk, '\n');
    length += chunk.length + 1;
    if (length >= gatheredAtOnce) flush();
  };
  content.finalize = () => {
    flush();
    finalize();
  };
}
