import { NativeSelect, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { type Me, meQuery } from '../api/queries.ts';
import { Form, NewPasswordField, optionsOf, PasswordField, useFormAction } from '../shared/form.tsx';
import { PageTitle } from '../shared/parts.tsx';
import { QueryState } from '../shared/query-state.tsx';
import { CalendarLinks } from './calendar-links.tsx';
import { SecondFactors } from './second-factors.tsx';
import { Sessions } from './sessions.tsx';

export function Account() {
  const query = useQuery(meQuery);
  return (
    <Stack>
      <PageTitle>Your account</PageTitle>
      <QueryState query={query}>
        {({ user, mail }) => (
          <>
            <Text>{user.email}</Text>
            <NameForm user={user} />
            <MailForm mail={mail} />
            <PasswordForm />
            <SecondFactors />
            <Sessions />
            <CalendarLinks isOwner={user.role === 'owner'} />
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
      notifications.show({ message: 'Saved' });
    },
  });
  return (
    <Paper withBorder p="md">
      <Form action={action} verb="Save name" isNarrow>
        <TextInput label="Your name" autoComplete="name" {...form.getInputProps('name')} />
      </Form>
    </Paper>
  );
}

function MailForm({ mail }: Pick<Me, 'mail'>) {
  const queries = useQueryClient();
  const { form, action } = useFormAction({
    initialValues: mail,
    run: (chosen) => call('PATCH /v1/me', { body: { mail: chosen } }),
    onDone: (me) => {
      queries.setQueryData(meQuery.queryKey, me);
      notifications.show({ message: 'Saved' });
    },
  });
  const once = { each: 'At once', daily: 'Once a day' };
  const ways = { ...once, off: 'Not at all' };
  return (
    <Paper withBorder p="md">
      <Form action={action} verb="Save emails" isNarrow>
        <Title order={2} size="h3">
          Emails about cases
        </Title>
        <Text size="sm">
          What comes once a day is in one email at 8 in the morning, in the time zone of your organization.
        </Text>
        <NativeSelect label="A case waits for you" data={optionsOf(once)} {...form.getInputProps('needsYou')} />
        <NativeSelect
          label="Dates, holds, judgments and the end of a case"
          data={optionsOf(once)}
          {...form.getInputProps('court')}
        />
        <NativeSelect label="Who works on a case" data={optionsOf(ways)} {...form.getInputProps('progress')} />
        <NativeSelect label="Messages to you" data={optionsOf(ways)} {...form.getInputProps('messages')} />
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
      notifications.show({ message: 'Saved' });
    },
    codes: { invalid_credentials: 'currentPassword' },
  });
  return (
    <Paper withBorder p="md">
      <Form action={action} verb="Change password" isNarrow>
        <Title order={2} size="h3">
          Change password
        </Title>
        <Text size="sm">You'll be signed out everywhere else.</Text>
        <PasswordField
          w="min(100%, 20rem)"
          label="Current password"
          autoComplete="current-password"
          {...form.getInputProps('currentPassword')}
        />
        <NewPasswordField w="min(100%, 20rem)" label="New password" {...form.getInputProps('newPassword')} />
      </Form>
    </Paper>
  );
}
