import type { LeadBody } from '@evict/contract';
import { NativeSelect, TagsInput, Textarea, TextInput } from '@mantine/core';
import { filled, LeadForm } from '../../shared/lead-form.tsx';
import { optionsOf } from '../../shared/options.ts';
import { leadWords as words } from '../../wording/accounts.ts';

type AccessRequest = Extract<LeadBody, { kind: 'access_request' }>;

export function RequestAccess() {
  return (
    <LeadForm
      title="Request access to live cases"
      initialValues={{ company: '', role: 'landlord', states: [] as string[], message: '' }}
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
          <TextInput label="Company" autoComplete="organization" {...form.getInputProps('company')} />
          <NativeSelect label="Role" data={optionsOf(words.roles)} {...form.getInputProps('role')} />
          <TagsInput label="States" description={words.statesHelp} {...form.getInputProps('states')} />
          <Textarea label="Message" autosize minRows={3} {...form.getInputProps('message')} />
        </>
      )}
    </LeadForm>
  );
}
