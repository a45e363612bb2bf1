import { NativeSelect, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { type Me, meQuery } from '../api/queries.ts';
import { DialogForm } from '../shared/dialog-form.tsx';
import { DialogButton } from '../shared/dialog.tsx';
import { Form, NewPasswordField, optionsOf, PasswordField, useFormAction } from '../shared/form.tsx';
import { Page } from '../shared/page.tsx';
import { Loading } from '../shared/parts.tsx';
import { QueryState } from '../shared/query-state.tsx';
import { Setting, Settings } from '../shared/setting.tsx';
import { CalendarLinks } from './calendar-links.tsx';
import { SecondFactors } from './second-factors.tsx';
import { Sessions } from './sessions.tsx';

export function Account() {
  const query = useQuery(meQuery);
  return (
    <Page title="Account">
      <QueryState query={query} skeleton={<Loading lines={8} height={56} />}>
        {({ user, mail }) => (
          <Settings>
            <NameForm user={user} />
            <MailForm mail={mail} />
            <Setting title="Password" help="Changing it signs you out everywhere else.">
              <div>
                <DialogButton verb="Change password" title="Change password">
                  {(close) => <PasswordForm close={close} />}
                </DialogButton>
              </div>
            </Setting>
            <SecondFactors />
            <Sessions />
            <CalendarLinks isOwner={user.role === 'owner'} />
          </Settings>
        )}
      </QueryState>
    </Page>
  );
}

function useSaved() {
  const queries = useQueryClient();
  return (me: Me) => {
    queries.setQueryData(meQuery.queryKey, me);
    notifications.show({ message: 'Saved' });
  };
}

function NameForm({ user }: { user: Me['user'] }) {
  const onDone = useSaved();
  const { form, action } = useFormAction({
    initialValues: { name: user.name ?? '' },
    run: (body) => call('PATCH /v1/me', { body }),
    onDone,
  });
  return (
    <Setting title="You" help="Your colleagues and the attorney of a case see your name.">
      <div className="breakable">
        <Text size="sm" fw={500}>
          Email
        </Text>
        <Text>{user.email}</Text>
      </div>
      <Form action={action} verb="Save name" variant="default">
        <TextInput label="Your name" autoComplete="name" {...form.getInputProps('name')} />
      </Form>
    </Setting>
  );
}

function MailForm({ mail }: Pick<Me, 'mail'>) {
  const onDone = useSaved();
  const { form, action } = useFormAction({
    initialValues: mail,
    run: (chosen) => call('PATCH /v1/me', { body: { mail: chosen } }),
    onDone,
  });
  const once = { each: 'At once', daily: 'Once a day' };
  const ways = { ...once, off: 'Not at all' };
  return (
    <Setting
      title="Email about cases"
      help="Daily email comes at 8 a.m. in your organization’s time zone, all in one message."
    >
      <Form action={action} verb="Save emails" variant="default">
        <NativeSelect label="A case needs your attention" data={optionsOf(once)} {...form.getInputProps('needsYou')} />
        <NativeSelect
          label="Dates, holds, judgments, and the end of a case"
          data={optionsOf(once)}
          {...form.getInputProps('court')}
        />
        <NativeSelect label="Who works on a case" data={optionsOf(ways)} {...form.getInputProps('progress')} />
        <NativeSelect label="Messages to you" data={optionsOf(ways)} {...form.getInputProps('messages')} />
      </Form>
    </Setting>
  );
}

function PasswordForm({ close }: { close: () => void }) {
  const { form, action } = useFormAction({
    initialValues: { currentPassword: '', newPassword: '' },
    run: (body) => call('PATCH /v1/me', { body }),
    onDone: () => {
      close();
      notifications.show({ message: 'Password changed' });
    },
    codes: { invalid_credentials: 'currentPassword' },
  });
  return (
    <DialogForm action={action} verb="Change password" onCancel={close}>
      <Text size="sm">You’ll be signed out everywhere else.</Text>
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('currentPassword')}
      />
      <NewPasswordField label="New password" {...form.getInputProps('newPassword')} />
    </DialogForm>
  );
}
