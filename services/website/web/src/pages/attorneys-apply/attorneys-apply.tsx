import { TagsInput, Textarea, TextInput } from '@mantine/core';
import { filled, LeadForm } from '../../shared/lead-form.tsx';
import { leadWords as words } from '../../wording/accounts.ts';

export function AttorneysApply() {
  return (
    <LeadForm
      title="Work with us as an attorney"
      initialValues={{ company: '', states: [] as string[], barNumber: '', message: '' }}
      bodyOf={({ name, email, states, barNumber, ...optional }) => ({
        kind: 'attorney_application',
        name,
        email,
        states,
        barNumber,
        ...filled(optional),
      })}
    >
      {(form) => (
        <>
          <TextInput label="Company" autoComplete="organization" {...form.getInputProps('company')} />
          <TagsInput label="States" description={words.statesHelp} {...form.getInputProps('states')} />
          <TextInput label="Bar number" {...form.getInputProps('barNumber')} />
          <Textarea label="Message" autosize minRows={3} {...form.getInputProps('message')} />
        </>
      )}
    </LeadForm>
  );
}
