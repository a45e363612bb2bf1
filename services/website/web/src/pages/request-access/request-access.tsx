import type { LeadBody } from '@evict/contract';
import { NativeSelect, TagsInput, Textarea, TextInput } from '@mantine/core';
import { filled, LeadForm } from '../../shared/lead-form.tsx';
import { leadWords as words } from '../../wording/accounts.ts';

type AccessRequest = Extract<LeadBody, { kind: 'access_request' }>;

const roles = Object.entries(words.roles).map(([value, label]) => ({ value, label }));

export function RequestAccess() {
  return (
    <LeadForm
      title={words.accessTitle}
      initialValues={{
        name: '',
        email: '',
        company: '',
        role: 'landlord',
        states: [] as string[],
        message: '',
        contact_url: '',
      }}
      bodyOf={({ name, email, role, ...optional }) => ({
        kind: 'access_request',
        name,
        email,
        role: role as NonNullable<AccessRequest['role']>,
        ...filled(optional),
      })}
    >
      {(form) => (
        <>
          <TextInput
            label={words.company}
            autoComplete="organization"
            key={form.key('company')}
            {...form.getInputProps('company')}
          />
          <NativeSelect label={words.role} data={roles} key={form.key('role')} {...form.getInputProps('role')} />
          <TagsInput
            label={words.states}
            description={words.statesHelp}
            key={form.key('states')}
            {...form.getInputProps('states')}
          />
          <Textarea
            label={words.message}
            autosize
            minRows={3}
            key={form.key('message')}
            {...form.getInputProps('message')}
          />
        </>
      )}
    </LeadForm>
  );
}
