import { TagsInput, Textarea, TextInput } from '@mantine/core';
import { filled, LeadForm } from '../../shared/lead-form.tsx';
import { leadWords as words } from '../../wording/accounts.ts';

export function AttorneysApply() {
  return (
    <LeadForm
      title={words.applyTitle}
      initialValues={{
        name: '',
        email: '',
        company: '',
        states: [] as string[],
        barNumber: '',
        message: '',
        contact_url: '',
      }}
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
          <TextInput
            label={words.company}
            autoComplete="organization"
            key={form.key('company')}
            {...form.getInputProps('company')}
          />
          <TagsInput
            label={words.states}
            description={words.statesHelp}
            key={form.key('states')}
            {...form.getInputProps('states')}
          />
          <TextInput label={words.barNumber} key={form.key('barNumber')} {...form.getInputProps('barNumber')} />
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
