/** Fetches Temporal and builds the website's pages, unless they exist. The stack and the tests need both. */
import { readConfigOrExit } from '@evict/config';
import { builtPages } from '@evict/website/build';
import { CannotStart } from './cannot-start.ts';
import { stackSettings } from './settings.ts';
import { temporalProgram } from './temporal-program.ts';

const { temporalAddress } = readConfigOrExit(process.env, { temporalAddress: stackSettings.temporalAddress });
await builtPages();
if (temporalAddress === '') {
  try {
    await temporalProgram(process.env, console.log);
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
