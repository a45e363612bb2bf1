import {
  Alert,
  Button,
  Checkbox,
  CloseButton,
  NativeSelect,
  Radio,
  SimpleGrid,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Mode } from '../../api/mode.ts';
import { choiceName, pageData } from '../../api/page-data.ts';
import { type Case, caseQuery, type JurisdictionOf } from '../../api/queries.ts';
import { Evidence } from '../../document/evidence.tsx';
import { CaseDocuments } from '../../document/case-documents.tsx';
import { optionsOf } from '../../shared/form.tsx';
import { FactList, Hint, Section } from '../../shared/parts.tsx';
import { entryPointNames, groundNames } from '../../wording/names.ts';
import { AttestationQuestions } from './attestation-questions.tsx';
import type { Results } from './checks.ts';
import classes from './intake.module.css';
import { LedgerStep } from './ledger-editor.tsx';
import type { StepId } from './steps.ts';
import type { useIntake } from './use-intake.ts';
import { Summary, type SummaryProps } from './summary.tsx';
import type { IntakeValues, StepProps } from './values.ts';

interface StepFieldsProps {
  step: StepId;
  one: Case | null;
  mode: Mode;
  intake: ReturnType<typeof useIntake>;
  /** The results of the checks. Null until the case is checked. */
  results: Results | null;
  /** Called after a file was added. */
  onEvidence: () => void;
  /** What the checks found, shown in the last step. */
  checks: ReactNode;
  confirmation: SummaryProps['confirmation'];
  goToStep: (step: StepId) => void;
}

/** Shows the fields of a step. */
export function StepFields(props: StepFieldsProps) {
  const { step, one, mode, intake, results, onEvidence, checks, confirmation, goToStep } = props;
  const queries = useQueryClient();
  const { form } = intake;
  const field = (path: string) => ({
    withAsterisk: intake.required.includes(path),
    ...form.getInputProps(path),
  });
  const fields = { form, field };
  switch (step) {
    case 'place':
      return <PlaceStep {...fields} mode={mode} jurisdiction={intake.jurisdiction.data} isFixed={one !== null} />;
    case 'parties':
      return <PartiesStep {...fields} />;
    case 'lease':
      return <LeaseStep {...fields} />;
    case 'ledger':
      return (
        <LedgerStep
          {...fields}
          entries={intake.entries}
          onEntries={intake.setEntries}
          refused={intake.refusedLines}
          results={results}
        />
      );
    case 'violation':
      return (
        <Stack>
          <Textarea
            label="What happened"
            autosize
            minRows={5}
            maxRows={20}
            {...field('violation.description')}
            withAsterisk
          />
          <TextInput
            type="date"
            label="Date of the violation"
            className={classes['half'] ?? ''}
            {...field('violation.date')}
            withAsterisk
          />
        </Stack>
      );
    case 'attestations':
      return <AttestationQuestions field={field} />;
    case 'priorNotice':
      return <PriorNoticeStep {...fields} />;
    case 'evidence': {
      if (!one) return null;
      const onAdded = () => {
        void queries.invalidateQueries({ queryKey: caseQuery(one.mode, one.id).queryKey });
        onEvidence();
      };
      return (
        <Stack gap="xl">
          <Evidence one={one} onAdded={onAdded} />
          {one.documents.length > 0 && (
            <Section title="Files of this case" count={one.documents.length}>
              <CaseDocuments one={one} />
            </Section>
          )}
        </Stack>
      );
    }
    case 'finish':
      return (
        <Stack gap="xl">
          {checks}
          {one && (
            <Summary one={one} confirmation={confirmation} goToStep={goToStep}>
              <Textarea
                label="Notes for the attorney (optional)"
                description="Anything else the attorney should know."
                autosize
                minRows={4}
                maxRows={20}
                {...field('freeText')}
              />
            </Summary>
          )}
        </Stack>
      );
  }
}

const groundHelp: Readonly<Record<IntakeValues['ground'], string>> = {
  nonpayment: 'Rent is owed.',
  lease_violation: 'The tenant has violated the lease.',
  holdover: 'The tenancy has ended, but the tenant has not left.',
};

interface PlaceStepProps extends StepProps {
  mode: 'test' | 'live';
  jurisdiction: JurisdictionOf | undefined;
  /** True once the case exists: its ground and entry point can no longer change. */
  isFixed: boolean;
}

/** Asks for the property's address and the ground of the case. */
function PlaceStep({ form, field, mode, jurisdiction, isFixed }: PlaceStepProps) {
  const states = { ...(mode === 'test' && { ZZ: 'ZZ (sandbox)' }), ...pageData().states };
  const text = (name: keyof IntakeValues['property'], label: string, help?: string) => (
    <TextInput
      label={label}
      description={help}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...field(`property.${name}`)}
    />
  );
  return (
    <Stack gap="xl">
      <Stack>
        <NativeSelect
          label="State"
          className={classes['half'] ?? ''}
          data={optionsOf(states, '–')}
          {...field('property.state')}
          withAsterisk
        />
        {jurisdiction && !jurisdiction.served && <Alert color="yellow">We do not cover this place yet.</Alert>}
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          {text('line1', 'Street and number')}
          {text('unit', 'Unit')}
          {text('city', 'City')}
          {text('county', 'County')}
          {text('zip', 'ZIP code')}
          {text('ownerOfRecord', 'Owner of record', 'As shown on the deed.')}
        </SimpleGrid>
      </Stack>
      {isFixed ? <FixedGround {...form.values} /> : <GroundFields field={field} />}
    </Stack>
  );
}

function GroundFields({ field }: Pick<StepProps, 'field'>) {
  const choices = (names: Readonly<Record<string, string>>, help: Readonly<Record<string, string>>) => (
    <div className={classes['choices']}>
      {Object.entries(names).map(([value, label]) => (
        <Radio key={value} value={value} label={label} description={help[value]} className={classes['choice'] ?? ''} />
      ))}
    </div>
  );
  return (
    <Section title="Reason for the case">
      <Radio.Group label="Ground" {...field('ground')} withAsterisk>
        {choices(groundNames, groundHelp)}
      </Radio.Group>
      <Radio.Group label="Starting point" {...field('entryPoint')} withAsterisk>
        {choices(entryPointNames, entryPointHelp)}
      </Radio.Group>
    </Section>
  );
}

/** Shows the ground and entry point of an existing case, which can't change. */
function FixedGround({ ground, entryPoint }: Pick<IntakeValues, 'ground' | 'entryPoint'>) {
  const rows = [
    { label: 'Ground', value: `${groundNames[ground]}. ${groundHelp[ground]}` },
    { label: 'Starting point', value: `${entryPointNames[entryPoint]}. ${entryPointHelp[entryPoint]}` },
  ];
  return (
    <Section title="Reason for the case">
      <FactList rows={rows} />
      <Hint>The ground and the starting point of a case cannot be changed. To change them, create a new case.</Hint>
    </Section>
  );
}

const entryPointHelp: Readonly<Record<IntakeValues['entryPoint'], string>> = {
  notice: 'No notice has been served yet.',
  filing: 'A notice has already been served, and its period has ended.',
};

const mostParties = 20;
const roleNames = { plaintiff: 'Plaintiff', defendant: 'Defendant' };

/** Asks for the plaintiffs and the defendants. */
function PartiesStep({ form }: StepProps) {
  const { parties } = form.values;
  return (
    <div>
      {parties.map(({ role, name }, index) => (
        // A party has no identity other than its position.
        <div key={index} className={classes['party']} role="group" aria-label={`${roleNames[role]} ${index + 1}`}>
          <NativeSelect label="Role" data={optionsOf(roleNames)} {...form.getInputProps(`parties.${index}.role`)} />
          <TextInput label="Name" withAsterisk {...form.getInputProps(`parties.${index}.name`)} />
          <CloseButton
            size="lg"
            aria-label={name === '' ? 'Remove this party' : `Remove ${name}`}
            onClick={() => form.removeListItem('parties', index)}
          />
          <Checkbox
            label="A company or another entity"
            {...form.getInputProps(`parties.${index}.isEntity`, { type: 'checkbox' })}
          />
        </div>
      ))}
      {parties.length < mostParties && (
        <Button
          variant="default"
          mt="md"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => form.insertListItem('parties', { role: 'defendant', name: '', isEntity: false })}
        >
          Add a party
        </Button>
      )}
    </div>
  );
}

function LeaseStep({ field }: StepProps) {
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput type="date" label="First day of the lease" {...field('lease.startDate')} />
        <TextInput
          type="date"
          label="Last day of the lease"
          description="Leave it empty for a month-to-month tenancy."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...field('lease.endDate')}
        />
      </SimpleGrid>
      <TextInput
        label="Monthly rent"
        inputMode="decimal"
        leftSection="$"
        className={classes['half'] ?? ''}
        {...field('lease.monthlyRentCents')}
      />
      <Textarea label="Where rent is paid" autosize minRows={2} maxLength={300} {...field('paymentAddress')} />
    </Stack>
  );
}

const methods = ['personal', 'substitute', 'posting', 'certified_mail', 'first_class_mail'] as const;

/** Asks about the notice that was served before the case, if the case starts with the court filing. */
function PriorNoticeStep({ field }: StepProps) {
  return (
    <Stack>
      <TextInput
        type="date"
        label="Date of service"
        className={classes['half'] ?? ''}
        {...field('priorNotice.servedDate')}
        withAsterisk
      />
      <NativeSelect
        label="How it was served"
        className={classes['half'] ?? ''}
        data={methods.map((value) => ({ value, label: choiceName('record_service', 'method', value) }))}
        {...field('priorNotice.method')}
        withAsterisk
      />
      <TextInput
        label="Days given in the notice"
        inputMode="numeric"
        className={classes['half'] ?? ''}
        {...field('priorNotice.periodDays')}
        withAsterisk
      />
    </Stack>
  );
}
