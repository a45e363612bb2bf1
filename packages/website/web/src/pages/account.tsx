import { NativeSelect, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { type Me, meQuery } from '../api/queries.ts';
import { DialogForm } from '../shared/dialog-form.tsx';
import { DialogButton } from '../shared/dialog.tsx';
import { Form, NewPasswordField, optionsOf, PasswordField, useFormAction } from '../shared/form.tsx';
import { Page } from '../shared/page.tsx';
import { Lines, Loading } from '../shared/parts.tsx';
import { QueryState, RefusalAlert } from '../shared/query-state.tsx';
import { Setting, Settings } from '../shared/setting.tsx';
import classes from './account.module.css';
import { CalendarLinks } from './calendar-links.tsx';
import { SecondFactors } from './second-factors.tsx';
import { Sessions } from './sessions.tsx';

export function Account() {
  const query = useQuery(meQuery);
  return (
    <Page title="Account" width="settings">
      <QueryState query={query} skeleton={<Loading lines={8} height={56} />}>
        {({ user, mail }) => (
          <Settings>
            <NameForm user={user} />
            <Setting title="Password" help="Changing it signs you out everywhere else.">
              <div>
                <DialogButton verb="Change password" title="Change password">
                  {(close) => <PasswordForm close={close} />}
                </DialogButton>
              </div>
            </Setting>
            <SecondFactors />
            <Sessions />
            <MailChoices mail={mail} />
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
    <Setting title="You" help="Your colleagues see your name.">
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

const once = { each: 'At once', daily: 'Once a day' };
const ways = { ...once, off: 'Not at all' };

/** The kinds of email about cases. Those that need an answer or have legal effect cannot be turned off. */
const mailKinds = {
  needsYou: { name: 'A case needs your attention', about: 'It is your turn to act.', ways: once },
  court: { name: 'Case milestones', about: 'Dates, holds, judgments, and the end of a case.', ways: once },
  progress: { name: 'Assignments', about: 'Which attorney works on a case.', ways },
  messages: { name: 'Messages to you', about: 'From the attorney or from us.', ways },
} as const satisfies Record<keyof Me['mail'], object>;

/** One choice for each kind of email, saved as soon as it is made. */
function MailChoices({ mail }: Pick<Me, 'mail'>) {
  const onDone = useSaved();
  const save = useMutation({
    mutationFn: (chosen: Partial<Me['mail']>) => call('PATCH /v1/me', { body: { mail: chosen } }),
    onSuccess: onDone,
  });
  return (
    <Setting
      title="Email about cases"
      help="Daily email comes at 8 a.m. in your organization’s time zone (Eastern if none is set), all in one message."
    >
      <RefusalAlert error={save.error} />
      <div>
        <Lines>
          {(Object.keys(mailKinds) as (keyof typeof mailKinds)[]).map((kind) => {
            const { name, about, ways: choices } = mailKinds[kind];
            return (
              <li key={kind} className={classes['choice']}>
                <label htmlFor={`mail-${kind}`}>
                  <b>{name}</b>
                </label>
                <small id={`about-${kind}`}>{about}</small>
                <NativeSelect
                  id={`mail-${kind}`}
                  aria-describedby={`about-${kind}`}
                  size="xs"
                  data={optionsOf(choices)}
                  value={save.isPending ? (save.variables[kind] ?? mail[kind]) : mail[kind]}
                  onChange={({ currentTarget }) => save.mutate({ [kind]: currentTarget.value })}
                />
              </li>
            );
          })}
        </Lines>
      </div>
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
