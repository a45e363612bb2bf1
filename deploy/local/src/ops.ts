/** `npm run ops`: the operators' command line, for the local stack unless DATABASE_URL is set. */
import { runOps } from '@evict/ops/cli';
import { environmentOfLastRun } from './last-run.ts';

// The first two are this program and `ops`.
process.exit(await runOps(process.argv.slice(3), { environment: () => environmentOfLastRun(process.env, 'ops') }));
