import { Group, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { AppLink } from '../../shared/app-link.tsx';
import { FormPage } from '../../shared/form-page.tsx';
import { SignInForm } from '../../shared/sign-in-form.tsx';
import { useSignIn } from '../../shared/use-sign-in.ts';

export function SignIn() {
  const { next } = useSearch({ from: '/sign-in' });
  const signedIn = useSignIn('customer', next);
  return (
    <FormPage
      title="Sign in"
      footer={
        <Group justify="space-between">
          <Text size="sm">
            No account yet?{' '}
            <AppLink to="/sign-up" search={next === undefined ? {} : { next }}>
              Create an account
            </AppLink>
          </Text>
          <AppLink to="/forgot-password" size="sm">
            Forgot your password?
          </AppLink>
        </Group>
      }
    >
      <SignInForm onSignedIn={() => void signedIn()} />
    </FormPage>
  );
}
