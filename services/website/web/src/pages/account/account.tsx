import { Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { type Me, meQuery } from '../../api/queries.ts';
import { Form, useFormAction } from '../../shared/form.tsx';
import { PageTitle } from '../../shared/page-title.tsx';
import { NewPasswordField, PasswordField } from '../../shared/password-field.tsx';
import { QueryState } from '../../shared/query-state.tsx';
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
  const { form, action } = useFormAction({
    initialValues: { name: user.name ?? '' },
    run: (body) => call('PATCH /v1/me', { body }),
    onDone: (me) => {
      queries.setQueryData(meQuery.queryKey, me);
      notifications.show({ message: words.saved });
    },
  });
  return (
    <Paper withBorder p="md">
      <Form action={action} verb={words.saveName} isNarrow>
        <TextInput label={words.yourName} autoComplete="name" {...form.getInputProps('name')} />
      </Form>
    </Paper>
  );
}

function PasswordForm() {
  const { form, action } = useFormAction({
    initialValues: { currentPassword: '', newPassword: '' },
    run: (body) => call('PATCH /v1/me', { body }),
    onDone: () => {
      form.reset();
      notifications.show({ message: words.saved });
    },
    codes: { invalid_credentials: 'currentPassword' },
  });
  return (
    <Paper withBorder p="md">
      <Form action={action} verb={words.changePassword} isNarrow>
        <Title order={2} size="h3">
          {words.changePassword}
        </Title>
        <Text size="sm">{words.changeHelp}</Text>
        <PasswordField
          w="min(100%, 20rem)"
          label={words.currentPassword}
          autoComplete="current-password"
          {...form.getInputProps('currentPassword')}
        />
        <NewPasswordField w="min(100%, 20rem)" label={words.newPassword} {...form.getInputProps('newPassword')} />
      </Form>
    </Paper>
  );
}
