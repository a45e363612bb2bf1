/** Builds what the stack and the tests need and a clone does not have: the pages of the website, the Temporal programs. */
import { readConfigOrExit } from '@evict/config';
import { builtPages } from '@evict/website/build';
import { CannotStart } from './cannot-start.ts';
import { stackSettings } from './settings.ts';
import { temporalBinaries } from './temporal-build.ts';

const { temporalAddress } = readConfigOrExit(process.env, { temporalAddress: stackSettings.temporalAddress });
await builtPages();
if (temporalAddress === '') {
  try {
    await temporalBinaries(process.env, console.log);
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
