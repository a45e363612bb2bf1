/** The command line for a deployment, configured by DATABASE_URL and TEMPORAL_ADDRESS. */
import { runAndExit } from './cli.ts';

// All containers run as the same user, no matter who starts them.
const isOfOnePerson = process.env['NODE_ENV'] !== 'production';
await runAndExit(process.argv.slice(2), { environment: async () => process.env, isOfOnePerson });
