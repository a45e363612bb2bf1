import type { Command } from 'commander';
import { forgetLogin, keepLogin } from './credentials.ts';
import { exitCodes } from './failures.ts';
import { signIn } from './oauth.ts';
import type { Context } from './program.ts';
import { openPage } from './terminal.ts';

/** Signing in and out. */
export function sessionCommands(program: Command, { env, terminal, signal, server, onFailed }: Context): void {
  program
    .command('login')
    .description('sign in, by a browser on this or another machine')
    .action(async () => {
      const at = await server();
      const login = await signIn(at, {
        signal,
        show(code, url) {
          terminal.tell(`Open ${url}\nand enter, or compare, the code ${code}`);
          openPage(env, url);
        },
      });
      await keepLogin(env, at, login);
      terminal.tell(`Signed in at ${at}.`);
    });
  program
    .command('logout')
    .description('end the sign-in')
    .action(async () => {
      const isConfirmed = await forgetLogin(env, await server());
      if (isConfirmed === null) return terminal.tell('You were not signed in.');
      if (isConfirmed) return terminal.tell('Signed out.');
      terminal.tell('Signed out here. The server did not confirm: disconnect it under Developers.');
      return onFailed(exitCodes.failed);
    });
}
