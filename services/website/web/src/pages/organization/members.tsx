import type { Member } from '@evict/contract';
import { Group, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { meQuery, organizationQuery } from '../../api/queries.ts';
import { confirm } from '../../shared/confirm.ts';
import { formatMoment } from '../../shared/dates.ts';
import { RefusalAlert } from '../../shared/refusal-alert.tsx';
import { organizationWords as words } from '../../wording/accounts.ts';
import { Hint } from '../../shared/hint.tsx';
import { SmallButton } from '../../shared/small-button.tsx';

interface MembersProps {
  members: readonly Member[];
  isOwner: boolean;
  ownId: string | undefined;
}

export function Members({ members, isOwner, ownId }: MembersProps) {
  return (
    <section aria-labelledby="members">
      <Title order={2} size="h3" id="members" mb="xs">
        Members
      </Title>
      <Stack component="ul" gap="xs" pl={0} style={{ listStyle: 'none' }}>
        {members.map((member) => (
          <li key={member.id}>
            <Row member={member} isOwner={isOwner} isSelf={member.id === ownId} />
          </li>
        ))}
      </Stack>
    </section>
  );
}

function Row({ member, isOwner, isSelf }: { member: Member; isOwner: boolean; isSelf: boolean }) {
  const queries = useQueryClient();
  const refresh = {
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: organizationQuery.queryKey });
      if (isSelf) void queries.invalidateQueries({ queryKey: meQuery.queryKey });
    },
  };
  const { id: userId, email, name, role, invitedAt } = member;
  const isInvited = invitedAt !== undefined;
  const setRole = useMutation({
    mutationFn: (changed: 'owner' | 'member') =>
      call('PATCH /v1/organization/members/{userId}', { userId, body: { role: changed } }),
    ...refresh,
  });
  const remove = useMutation({
    mutationFn: () => call('DELETE /v1/organization/members/{userId}', { userId }),
    ...refresh,
  });
  // Inviting again replaces the invitation, and with it the link in the mail.
  const resend = useMutation({
    mutationFn: () =>
      call('POST /v1/organization/members', {
        body: { email, role: role === 'owner' ? 'owner' : 'member', ...(name !== null && { name }) },
      }),
    ...refresh,
    onSuccess: () => notifications.show({ message: words.invited }),
  });
  const askToRemove = async () => {
    const question = isInvited
      ? {
          title: 'Revoke this invitation?',
          meaning: `${email}. The emailed link stops working at once.`,
          verb: 'Revoke',
        }
      : {
          title: 'Remove this member?',
          meaning: `${email}. They are signed out at once. API keys they created keep working.`,
          verb: 'Remove',
        };
    if (await confirm({ ...question, isDangerous: true })) remove.mutate();
  };
  const otherRole = role === 'owner' ? 'member' : 'owner';
  const act = (verb: string, isPending: boolean, onClick: () => void) => (
    <SmallButton loading={isPending} aria-label={`${verb}: ${email}`} onClick={onClick}>
      {verb}
    </SmallButton>
  );
  return (
    <>
      <Group justify="space-between">
        <div className="breakable">
          <Text>
            {name ?? email}
            {isSelf && ` (you)`}
          </Text>
          <Hint>
            {[
              email,
              words.roles[role],
              isInvited && `Invited ${formatMoment(invitedAt)}, valid for 7 days, not yet accepted`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </Hint>
        </div>
        {isOwner && (
          <Group gap="xs">
            {isInvited && act('Resend', resend.isPending, () => resend.mutate())}
            {act(otherRole === 'owner' ? 'Make owner' : 'Make member', setRole.isPending, () =>
              setRole.mutate(otherRole),
            )}
            {act(isInvited ? 'Revoke' : 'Remove', remove.isPending, () => void askToRemove())}
          </Group>
        )}
      </Group>
      <RefusalAlert error={setRole.error ?? remove.error ?? resend.error} />
    </>
  );
}
