import { Button, NativeSelect, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { organizationQuery } from '../../api/queries.ts';
import { RefusalAlert } from '../../shared/refusal-alert.tsx';
import { useFormAction } from '../../shared/use-form-action.ts';
import { accountWords, organizationWords as words } from '../../wording/accounts.ts';

const roles = (['member', 'owner'] as const).map((value) => ({ value, label: words.roles[value] }));

export function InviteForm() {
  const queries = useQueryClient();
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '', role: 'member' } });
  const { onSubmit, error, isPending } = useFormAction(form, {
    run: ({ email, role }) =>
      call('POST /v1/organization/members', { body: { email, role: role as 'owner' | 'member' } }),
    onDone: () => {
      form.reset();
      notifications.show({ message: words.invited });
      void queries.invalidateQueries({ queryKey: organizationQuery.queryKey });
    },
    codes: { email_taken: 'email' },
  });
  return (
    <Paper withBorder p="md">
      <form onSubmit={onSubmit} noValidate>
        <Stack align="start">
          <Title order={2} size="h3">
            {words.inviteTitle}
          </Title>
          <RefusalAlert error={error} />
          <TextInput
            label={accountWords.email}
            type="email"
            w="min(100%, 24rem)"
            key={form.key('email')}
            {...form.getInputProps('email')}
          />
          <NativeSelect label={words.role} data={roles} key={form.key('role')} {...form.getInputProps('role')} />
          <Text size="sm">{words.rolesHelp}</Text>
          <Button type="submit" loading={isPending}>
            {words.invite}
          </Button>
        </Stack>
      </form>
    </Paper>
  );
}
