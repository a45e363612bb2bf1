import { TagsInput, Textarea, TextInput } from '@mantine/core';
import { filled, LeadForm } from '../../shared/lead-form.tsx';
import { leadWords as words } from '../../wording/accounts.ts';

export function AttorneysApply() {
  return (
    <LeadForm
      title={words.applyTitle}
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
          <TextInput label={words.company} autoComplete="organization" {...form.getInputProps('company')} />
          <TagsInput label={words.states} description={words.statesHelp} {...form.getInputProps('states')} />
          <TextInput label={words.barNumber} {...form.getInputProps('barNumber')} />
          <Textarea label={words.message} autosize minRows={3} {...form.getInputProps('message')} />
        </>
      )}
    </LeadForm>
  );
}
