export const attorneyWords = {
  signIn: 'Sign in',
  signInTitle: 'Sign in as an attorney',
  token: 'Attorney token',
  tokenHelp: 'You got it once, from the operators. It stays out of the reach of every script in this page.',
  queue: 'Queue',
  empty: 'No case needs you now.',
  case: 'Case',
  state: 'State',
  waiting: 'Waiting since',
  opened: 'Opened',
  asksFirst: 'Ask me first',
  asksFirstHelp:
    'A case that is assigned to you waits until you accept it, after your check for conflicts of interest.',
  asksFirstSaved: 'Saved',
  license: 'Licensed in',
  unverified: 'The operators have not verified your license yet. Until then no case can be worked on.',
} as const;
