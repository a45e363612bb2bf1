import type { Mode } from '../../api/mode.ts';
import { type Case, caseQuery } from '../../api/queries.ts';
import { useQueryClient } from '@tanstack/react-query';
import { AttestationsStep } from './attestations-step.tsx';
import { EvidenceStep } from './evidence-step.tsx';
import { FinishStep } from './finish-step.tsx';
import { LeaseStep } from './lease-step.tsx';
import { LedgerStep } from './ledger-step.tsx';
import { PartiesStep } from './parties-step.tsx';
import { PlaceStep } from './place-step.tsx';
import { PriorNoticeStep } from './prior-notice-step.tsx';
import type { StepId } from './steps.ts';
import type { useIntake } from './use-intake.ts';
import { ViolationStep } from './violation-step.tsx';

interface StepFieldsProps {
  step: StepId;
  one: Case | null;
  mode: Mode;
  intake: ReturnType<typeof useIntake>;
  required: (path: string) => boolean;
  /** After a file was added. */
  onEvidence: () => void;
}

/** The fields of a step. */
export function StepFields({ step, one, mode, intake, required, onEvidence }: StepFieldsProps) {
  const queries = useQueryClient();
  const props = { form: intake.form, required };
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
      return <ViolationStep {...props} />;
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
      return <EvidenceStep one={one} onAdded={onAdded} />;
    }
    case 'finish':
      return <FinishStep {...props} />;
  }
}
