import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import type { Output } from '../api/contract.ts';
import { meQuery, signedInQuery } from '../api/queries.ts';
import { Dialog } from '../shared/dialog.tsx';
import { SignInForm } from '../shared/sign-in-form.tsx';
import { shellWords } from '../wording/shell.ts';
import { SmallButton } from '../shared/small-button.tsx';

/** Signs in over the page, which stays as it is for the same person. For another one it begins anew. */
export function SignInAgain() {
  const queries = useQueryClient();
  const [isOpen, { open, close }] = useDisclosure();
  const before = queries.getQueryData(meQuery.queryKey)?.user;
  const onSignedIn = ({ user }: Output<'POST /v1/auth/login'>) => {
    if (user.id !== before?.id) return location.assign('/cases');
    close();
    queries.setQueryData(signedInQuery.queryKey, (signedIn) => ({ attorney: false, ...signedIn, customer: true }));
    void queries.invalidateQueries();
  };
  return (
    <>
      <SmallButton onClick={open}>{shellWords.signIn}</SmallButton>
      <Dialog opened={isOpen} onClose={close} title={shellWords.signIn}>
        <SignInForm {...(before && { email: before.email })} onSignedIn={onSignedIn} />
      </Dialog>
    </>
  );
}
