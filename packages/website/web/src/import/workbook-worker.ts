import { readWorkbook } from './workbook.ts';

addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
  void readWorkbook(new Uint8Array(data)).then((result) => postMessage(result));
});
