import { Stack, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { Mode } from '../../api/mode.ts';
import { type Case, caseQuery } from '../../api/queries.ts';
import { Evidence } from '../../document/evidence.tsx';
import { OpenDocument } from '../../document/open-document.tsx';
import { Hint } from '../../shared/parts.tsx';
import type { StepId } from './steps.ts';
import { LedgerStep } from './ledger-step.tsx';
import { PlaceStep } from './place-step.tsx';
import { AttestationsStep, LeaseStep, PartiesStep, PriorNoticeStep } from './simple-steps.tsx';
import type { useIntake } from './use-intake.ts';

interface StepFieldsProps {
  step: StepId;
  one: Case | null;
  mode: Mode;
  intake: ReturnType<typeof useIntake>;
  /** After a file was added. */
  onEvidence: () => void;
}

/** The fields of a step. */
export function StepFields({ step, one, mode, intake, onEvidence }: StepFieldsProps) {
  const queries = useQueryClient();
  const { form } = intake;
  const props = { form, required: (path: string) => intake.required.includes(path) };
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
            withAsterisk
            autosize
            minRows={5}
            maxRows={20}
            {...form.getInputProps('violation.description')}
          />
          <TextInput type="date" label="Date of the violation" withAsterisk {...form.getInputProps('violation.date')} />
        </Stack>
      );
    case 'attestations':
      return <AttestationsStep {...props} />;
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
          <Stack gap="xs" align="start">
            {one.documents.map((document) => (
              <OpenDocument key={document.id} source="cases" caseId={one.id} document={document} />
            ))}
          </Stack>
        </>
      );
    }
    case 'finish':
      return (
        <Stack>
          <Textarea
            label="Additional information"
            description="Anything else the attorney should know."
            autosize
            minRows={4}
            maxRows={20}
            {...form.getInputProps('freeText')}
          />
          <Hint>Once submitted, the facts are fixed unless the attorney requests changes.</Hint>
        </Stack>
      );
  }
}
