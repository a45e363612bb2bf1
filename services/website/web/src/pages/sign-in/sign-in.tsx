import { Group, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { AppLink } from '../../shared/app-link.tsx';
import { FormPage } from '../../shared/form-page.tsx';
import { SignInForm } from '../../shared/sign-in-form.tsx';
import { useSignIn } from '../../shared/use-sign-in.ts';
import { accountWords as words } from '../../wording/accounts.ts';

export function SignIn() {
  const { next } = useSearch({ from: '/sign-in' });
  const signedIn = useSignIn('customer', next);
  return (
    <FormPage
      title={words.signIn}
      footer={
        <Group justify="space-between">
          <Text size="sm">
            {words.noAccount}{' '}
            <AppLink to="/sign-up" search={next === undefined ? {} : { next }}>
              {words.signUp}
            </AppLink>
          </Text>
          <AppLink to="/forgot-password" size="sm">
            {words.forgot}
          </AppLink>
        </Group>
      }
    >
      <SignInForm onSignedIn={() => void signedIn()} />
    </FormPage>
  );
}
