import type { Member } from '@evict/contract';
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { organizationQuery } from '../../api/queries.ts';
import { useAction } from '../../api/use-action.ts';
import { confirm } from '../../shared/confirm.ts';
import { RefusalAlert } from '../../shared/refusal-alert.tsx';
import { organizationWords as words } from '../../wording/accounts.ts';

interface MembersProps {
  members: readonly Member[];
  isOwner: boolean;
  ownId: string | undefined;
}

export function Members({ members, isOwner, ownId }: MembersProps) {
  return (
    <section aria-labelledby="members">
      <Title order={2} size="h3" id="members" mb="xs">
        {words.members}
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
  const refresh = { onSuccess: () => void queries.invalidateQueries({ queryKey: organizationQuery.queryKey }) };
  const { id: userId, email } = member;
  const setRole = useAction(
    (role: 'owner' | 'member') => call('PATCH /v1/organization/members/{userId}', { userId, body: { role } }),
    refresh,
  );
  const remove = useAction(() => call('DELETE /v1/organization/members/{userId}', { userId }), refresh);
  const askToRemove = async () => {
    const question = { title: words.removeTitle, meaning: `${email}. ${words.removeMeaning}`, verb: words.remove };
    if (await confirm({ ...question, isDangerous: true })) remove.mutate();
  };
  const otherRole = member.role === 'owner' ? 'member' : 'owner';
  return (
    <>
      <Group justify="space-between">
        <div className="breakable">
          <Text>
            {member.name ?? email}
            {isSelf && ` (${words.you})`}
          </Text>
          <Text size="sm" c="dimmed">
            {[email, words.roles[member.role], member.invitedAt && words.invitedUntil].filter(Boolean).join(' · ')}
          </Text>
        </div>
        {isOwner && (
          <Group gap="xs">
            <Button
              size="xs"
              variant="default"
              loading={setRole.isPending}
              aria-label={`${otherRole === 'owner' ? words.makeOwner : words.makeMember}: ${email}`}
              onClick={() => setRole.mutate(otherRole)}
            >
              {otherRole === 'owner' ? words.makeOwner : words.makeMember}
            </Button>
            <Button
              size="xs"
              variant="default"
              loading={remove.isPending}
              aria-label={`${words.remove}: ${email}`}
              onClick={() => void askToRemove()}
            >
              {words.remove}
            </Button>
          </Group>
        )}
      </Group>
      <RefusalAlert error={setRole.error ?? remove.error} />
    </>
  );
}
