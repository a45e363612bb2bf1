export const attorneyWords = {
  signIn: 'Sign in',
  signInTitle: 'Sign in as an attorney',
  token: 'Attorney token',
  tokenHelp: 'You got it once, from the operators. It stays out of the reach of every script in this page.',
  queue: 'Queue',
  empty: 'No case needs you now.',
  needsAttention: 'Needs attention',
} as const;
