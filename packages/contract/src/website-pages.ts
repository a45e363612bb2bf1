/**
 * Website pages to which emails, the checkout and OAuth lead, as paths under WEBSITE_ORIGIN. A secret goes into the
 * fragment, which browsers don't send, so no proxy logs it.
 */
export const websitePages = {
  account: () => '/account',
  case: (id: string) => `/cases/${id}`,
  confirm: (id: string, mode: string) => `/confirm/${id}?mode=${mode}`,
  connect: (request: string) => `/authorize?request=${request}`,
  connectRefused: (problem: string) => `/authorize/refused?problem=${problem}`,
  developers: () => '/developers',
  device: () => '/device',
  upload: (link: string) => `/uploads/${link}`,
  attorneyCase: (id: string) => `/attorney/cases/${id}`,
  attorneySignIn: () => '/attorney/sign-in',
  resetPassword: (token: string) => `/reset-password#token=${token}`,
  forgotPassword: () => '/forgot-password',
  confirmAddress: (token: string) => `/confirm-address#token=${token}`,
  invitation: (token: string) => `/invitation#token=${token}`,
  singleSignOnDone: () => '/sign-in/sso/done',
} as const;
