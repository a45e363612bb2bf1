/** `npm run ops` is the operators' command line. It uses the local stack unless DATABASE_URL is set. */
import { provesOperators, runAndExit } from '@evict/ops/cli';
import { environmentOfLastRun } from './last-run.ts';

// The first two arguments are this program and `ops`.
const isProven = provesOperators(process.env);
await runAndExit(process.argv.slice(3), { environment: () => environmentOfLastRun(process.env, 'ops'), isProven });
