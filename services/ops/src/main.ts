/** The command line for a deployment, configured by DATABASE_URL and TEMPORAL_ADDRESS. */
import { runAndExit } from './cli.ts';
import { provesOperators } from './identity.ts';

// All containers run as the same user, no matter who starts them.
const isOfOnePerson = process.env['NODE_ENV'] !== 'production';
const isProven = provesOperators(process.env);
await runAndExit(process.argv.slice(2), { environment: async () => process.env, isOfOnePerson, isProven });
