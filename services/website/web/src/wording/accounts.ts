/** Words of the pages around accounts. */
export const accountWords = {
  email: 'Email',
  signIn: 'Sign in',
} as const;

export const organizationWords = {
  roles: { owner: 'Owner', member: 'Member', attorney: 'Attorney', platform_admin: 'Operator' },
  invited: 'The invitation has been sent',
} as const;

export const leadWords = {
  roles: {
    landlord: 'Landlord',
    property_manager: 'Property manager',
    developer: 'Developer',
    attorney: 'Attorney',
    other: 'Other',
  },
  statesHelp: 'For example MD, VA.',
} as const;
