import type { Command } from 'commander';
import { forgetLogin, keepLogin } from './credentials.ts';
import { exitCodes, failureOf } from './failures.ts';
import { signIn } from './oauth.ts';
import type { Context } from './program.ts';
import { openPage, table } from './terminal.ts';

/** Adds the commands for signing in and out, and for showing what the credential allows. */
export function sessionCommands(program: Command, context: Context): void {
  const { env, terminal, signal, server, signedIn, show, onFailed } = context;
  const showCredential = async () => {
    const { api, server: at } = await signedIn();
    const { id, name, credential } = await terminal.busy('Reading', api.getOrganization({}, { signal }));
    const by = env['EVICTION_CASE_KEY'] ? 'EVICTION_CASE_KEY' : 'login';
    const rows = [
      ['credential', by],
      ['organization', name],
      ['mode', credential.mode],
      ['scopes', credential.scopes.join(', ')],
    ];
    await show({ server: at, credential: by, organization: { id, name }, ...credential }, (bold) =>
      table(['server', at], rows, bold),
    );
  };
  program
    .command('login')
    .description('sign in with a browser on this or another machine')
    .action(async () => {
      const at = await server();
      const login = await signIn(at, {
        signal,
        show(code, url) {
          terminal.tell(`Open ${url}\nand check that it shows the code ${code}`);
          openPage(env, url);
        },
      });
      await keepLogin(env, at, login);
      terminal.tell(`Signed in at ${at}.`);
      // The sign-in is already stored, so it isn't a failure if its details can't be shown.
      await showCredential().catch((error: unknown) => terminal.tell(failureOf(error).message));
    });
  program
    .command('whoami')
    .description('show the organization, mode and scopes of your credential')
    .action(showCredential);
  program
    .command('logout')
    .description('end the sign-in')
    .action(async () => {
      const isConfirmed = await forgetLogin(env, await server());
      if (isConfirmed === null) return terminal.tell('You were not signed in.');
      if (isConfirmed) return terminal.tell('Signed out.');
      terminal.tell(
        'Signed out here, but the server did not confirm. Disconnect the app on the website under Developers.',
      );
      return onFailed(exitCodes.failed);
    });
}
