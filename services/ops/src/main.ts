/** The command line for a deployment, configured by DATABASE_URL and TEMPORAL_ADDRESS. */
import { runAndExit } from './cli.ts';
import { provesOperators } from './identity.ts';

// In a container, the system user is always the same, so it doesn't identify a person.
const isOfOnePerson = process.env['NODE_ENV'] !== 'production';
const isProven = provesOperators(process.env);
await runAndExit(process.argv.slice(2), { environment: async () => process.env, isOfOnePerson, isProven });
