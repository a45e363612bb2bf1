import {
  Alert,
  Button,
  Checkbox,
  Group,
  NativeSelect,
  Paper,
  Radio,
  SimpleGrid,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { Mode } from '../../api/mode.ts';
import { choiceName, pageData } from '../../api/page-data.ts';
import { type Case, caseQuery, type JurisdictionOf } from '../../api/queries.ts';
import { Evidence } from '../../document/evidence.tsx';
import { CaseDocuments } from '../../document/case-documents.tsx';
import { optionsOf } from '../../shared/form.tsx';
import { Hint } from '../../shared/parts.tsx';
import { entryPointNames, groundNames } from '../../wording/names.ts';
import { AttestationQuestions } from './attestation-questions.tsx';
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
  /** After a file was added. */
  onEvidence: () => void;
  confirmation: SummaryProps['confirmation'];
}

/** The fields of a step. */
export function StepFields({ step, one, mode, intake, onEvidence, confirmation }: StepFieldsProps) {
  const queries = useQueryClient();
  const { form } = intake;
  const field = (path: string) => ({
    withAsterisk: intake.required.includes(path),
    ...form.getInputProps(path),
  });
  const props = { form, field };
  switch (step) {
    case 'place':
      return <PlaceStep {...props} mode={mode} jurisdiction={intake.jurisdiction.data} isFixed={one !== null} />;
    case 'parties':
      return <PartiesStep {...props} />;
    case 'lease':
      return <LeaseStep {...props} />;
    case 'ledger':
      return (
        <LedgerStep {...props} entries={intake.entries} onEntries={intake.setEntries} refused={intake.refusedLines} />
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
          <TextInput type="date" label="Date of the violation" {...field('violation.date')} withAsterisk />
        </Stack>
      );
    case 'attestations':
      return <AttestationQuestions field={field} />;
    case 'priorNotice':
      return <PriorNoticeStep {...props} />;
    case 'evidence': {
      if (!one) return null;
      const onAdded = () => {
        void queries.invalidateQueries({ queryKey: caseQuery(one.mode, one.id).queryKey });
        onEvidence();
      };
      return (
        <>
          <Evidence one={one} onAdded={onAdded} />
          <CaseDocuments one={one} />
        </>
      );
    }
    case 'finish':
      return (
        <Stack>
          <Textarea
            label="Notes for the attorney"
            description="Anything else the attorney should know."
            autosize
            minRows={4}
            maxRows={20}
            {...field('freeText')}
          />
          {one && <Summary one={one} confirmation={confirmation} />}
          <Hint>Once submitted, the facts are fixed unless the attorney requests changes.</Hint>
        </Stack>
      );
  }
}

const groundHelp: Readonly<Record<IntakeValues['ground'], string>> = {
  nonpayment: 'Rent is owed.',
  lease_violation: 'The tenant has violated the lease.',
  holdover: 'The tenancy has ended, and the tenant has not left.',
};

interface PlaceStepProps extends StepProps {
  mode: 'test' | 'live';
  jurisdiction: JurisdictionOf | undefined;
  /** The case exists: ground and beginning stay. */
  isFixed: boolean;
}

/** Where the property is, and what the case is about. */
function PlaceStep({ field, mode, jurisdiction, isFixed }: PlaceStepProps) {
  const states = { ...(mode === 'test' && { ZZ: 'ZZ (sandbox)' }), ...pageData().states };
  const text = (name: keyof IntakeValues['property'], label: string, help?: string) => (
    <TextInput label={label} description={help} {...field(`property.${name}`)} />
  );
  return (
    <Stack>
      <NativeSelect label="State" data={optionsOf(states, '–')} {...field('property.state')} withAsterisk />
      {jurisdiction && !jurisdiction.served && <Alert variant="outline">We do not cover this place yet.</Alert>}
      {text('line1', 'Street and number')}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {text('unit', 'Unit')}
        {text('city', 'City')}
        {text('county', 'County')}
        {text('zip', 'ZIP code')}
      </SimpleGrid>
      {text('ownerOfRecord', 'Owner of record', 'As shown on the deed.')}
      <Radio.Group label="Ground" {...field('ground')} withAsterisk>
        <Stack gap="xs" mt="xs">
          {Object.entries(groundNames).map(([value, label]) => (
            <Radio
              key={value}
              value={value}
              label={label}
              description={groundHelp[value as keyof typeof groundHelp]}
              disabled={isFixed}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Radio.Group label="The case starts with" {...field('entryPoint')} withAsterisk>
        <Stack gap="xs" mt="xs">
          {Object.entries(entryPointNames).map(([value, label]) => (
            <Radio key={value} value={value} label={label} disabled={isFixed} />
          ))}
        </Stack>
      </Radio.Group>
      {isFixed && <Hint>The ground and the start of a case cannot be changed. For another, create a new case.</Hint>}
    </Stack>
  );
}

const mostParties = 20;
const roleNames = { plaintiff: 'Plaintiff', defendant: 'Defendant' };

/** Who brings the case, and against whom. */
function PartiesStep({ form }: StepProps) {
  const { parties } = form.values;
  return (
    <Stack>
      <Hint>The plaintiff brings the case. Each adult who signed the lease is a defendant.</Hint>
      {parties.map(({ role, name }, index) => (
        // A party has no identity but its place.
        <Paper key={index} withBorder p="sm" role="group" aria-label={`${roleNames[role]} ${index + 1}`}>
          <Stack gap="xs">
            <Group align="start" grow preventGrowOverflow={false}>
              <NativeSelect label="Role" data={optionsOf(roleNames)} {...form.getInputProps(`parties.${index}.role`)} />
              <TextInput label="Name" withAsterisk {...form.getInputProps(`parties.${index}.name`)} />
            </Group>
            <Group justify="space-between">
              <Checkbox
                label="A company or another entity"
                {...form.getInputProps(`parties.${index}.isEntity`, { type: 'checkbox' })}
              />
              <Button variant="subtle" size="xs" onClick={() => form.removeListItem('parties', index)}>
                {name === '' ? 'Remove this party' : `Remove ${name}`}
              </Button>
            </Group>
          </Stack>
        </Paper>
      ))}
      {parties.length < mostParties && (
        <Group>
          <Button
            variant="default"
            size="sm"
            onClick={() => form.insertListItem('parties', { role: 'defendant', name: '', isEntity: false })}
          >
            Add a party
          </Button>
        </Group>
      )}
    </Stack>
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
      <TextInput label="Monthly rent" inputMode="decimal" leftSection="$" {...field('lease.monthlyRentCents')} />
      <Textarea label="Where rent is paid" autosize minRows={2} maxLength={300} {...field('paymentAddress')} />
    </Stack>
  );
}

const methods = ['personal', 'substitute', 'posting', 'certified_mail', 'first_class_mail'] as const;

/** The notice of a case that begins with its filing. */
function PriorNoticeStep({ field }: StepProps) {
  return (
    <Stack>
      <Hint>The notice that was served before this case.</Hint>
      <TextInput type="date" label="Date of service" {...field('priorNotice.servedDate')} withAsterisk />
      <NativeSelect
        label="How it was served"
        data={methods.map((value) => ({ value, label: choiceName('record_service', 'method', value) }))}
        {...field('priorNotice.method')}
        withAsterisk
      />
      <TextInput label="Days it gave" inputMode="numeric" {...field('priorNotice.periodDays')} withAsterisk />
    </Stack>
  );
}
