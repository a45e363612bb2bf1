import { Button, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { type Me, meQuery } from '../../api/queries.ts';
import { PageTitle } from '../../shared/page-title.tsx';
import { QueryState } from '../../shared/query-state.tsx';
import { PasswordField } from '../../shared/password-field.tsx';
import { RefusalAlert } from '../../shared/refusal-alert.tsx';
import { useFormAction } from '../../shared/use-form-action.ts';
import { accountWords as words } from '../../wording/accounts.ts';

export function Account() {
  const query = useQuery(meQuery);
  return (
    <Stack>
      <PageTitle>{words.accountTitle}</PageTitle>
      <QueryState query={query}>
        {({ user }) => (
          <>
            <Text>{user.email}</Text>
            <NameForm user={user} />
            <PasswordForm />
          </>
        )}
      </QueryState>
    </Stack>
  );
}

function NameForm({ user }: { user: Me['user'] }) {
  const queries = useQueryClient();
  const form = useForm({ mode: 'uncontrolled', initialValues: { name: user.name ?? '' } });
  const { onSubmit, error, isPending } = useFormAction(form, {
    run: (body) => call('PATCH /v1/me', { body }),
    onDone: (me) => {
      queries.setQueryData(meQuery.queryKey, me);
      notifications.show({ message: words.saved });
    },
  });
  return (
    <Paper withBorder p="md">
      <form onSubmit={onSubmit} noValidate>
        <Stack align="start">
          <RefusalAlert error={error} />
          <TextInput
            label={words.yourName}
            autoComplete="name"
            key={form.key('name')}
            {...form.getInputProps('name')}
          />
          <Button type="submit" loading={isPending}>
            {words.saveName}
          </Button>
        </Stack>
      </form>
    </Paper>
  );
}

function PasswordForm() {
  const form = useForm({ mode: 'uncontrolled', initialValues: { currentPassword: '', newPassword: '' } });
  const { onSubmit, error, isPending } = useFormAction(form, {
    run: (body) => call('PATCH /v1/me', { body }),
    onDone: () => {
      form.reset();
      notifications.show({ message: words.saved });
    },
    codes: { invalid_credentials: 'currentPassword' },
  });
  return (
    <Paper withBorder p="md">
      <form onSubmit={onSubmit} noValidate>
        <Stack align="start">
          <Title order={2} size="h3">
            {words.changePassword}
          </Title>
          <Text size="sm">{words.changeHelp}</Text>
          <RefusalAlert error={error} />
          <PasswordField
            w="min(100%, 20rem)"
            label={words.currentPassword}
            autoComplete="current-password"
            key={form.key('currentPassword')}
            {...form.getInputProps('currentPassword')}
          />
          <PasswordField
            w="min(100%, 20rem)"
            label={words.newPassword}
            description={words.passwordHelp}
            autoComplete="new-password"
            key={form.key('newPassword')}
            {...form.getInputProps('newPassword')}
          />
          <Button type="submit" loading={isPending}>
            {words.changePassword}
          </Button>
        </Stack>
      </form>
    </Paper>
  );
}
