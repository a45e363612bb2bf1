/** `npm run ops` is the operators' command line. It uses the local stack unless DATABASE_URL is set. */
import { provesOperators, runAndExit } from '@evict/ops/cli';
import { environmentOfLastRun } from './last-run.ts';

const isProven = provesOperators(process.env);
// The first three arguments are Node, run.mjs and `ops`.
await runAndExit(process.argv.slice(3), { environment: () => environmentOfLastRun(process.env, 'ops'), isProven });
