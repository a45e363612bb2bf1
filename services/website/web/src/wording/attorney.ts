export const attorneyWords = {
  signIn: 'Sign in',
  signInTitle: 'Sign in as an attorney',
  token: 'Attorney token',
  tokenHelp: 'The operators gave it to you once. No script on this page can read it.',
  queue: 'Queue',
  empty: 'No case needs you now.',
  case: 'Case',
  state: 'State',
  waiting: 'Waiting since',
  opened: 'Opened',
  asksFirst: 'Ask me first',
  asksFirstHelp:
    'Cases assigned to you wait until you have checked for conflicts of interest and accepted them.',
  asksFirstSaved: 'Saved',
  license: 'Licensed in',
  unverified: 'The operators have not verified your license yet. Until then, no case can be worked on.',
  all: 'These are all the cases that need you. Those that need attention come first.',
} as const;
