import { useQueryClient } from '@tanstack/react-query';
import { meQuery, signedInQuery } from '../api/queries.ts';
import { DialogButton } from '../shared/dialog.tsx';
import { SignInForm } from '../shared/sign-in-form.tsx';

/**
 * Lets the user sign in without leaving the page. If the same user signs in, the page stays as it is. If another user
 * does, their cases are opened.
 */
export function SignInAgain() {
  const queries = useQueryClient();
  const before = queries.getQueryData(meQuery.queryKey)?.user;
  const onSignedIn =
    (close: () => void) =>
    ({ user }: { user: { id: string } }) => {
      if (user.id !== before?.id) return location.assign('/cases');
      close();
      queries.setQueryData(signedInQuery.queryKey, (signedIn) => ({ attorney: false, ...signedIn, customer: true }));
      void queries.invalidateQueries();
    };
  return (
    <DialogButton verb="Sign in" button={{ size: 'xs' }}>
      {(close) => (
        <SignInForm role="customer" {...(before && { email: before.email })} onSignedIn={onSignedIn(close)} />
      )}
    </DialogButton>
  );
}
