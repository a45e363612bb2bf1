import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Case } from '../../api/queries.ts';
import { addressOf, placeOf } from '../../shared/case-facts.ts';
import { Parties } from '../../shared/case-parts.tsx';
import { formatCents, formatDay } from '../../shared/format.ts';
import { PageTitle } from '../../shared/parts.tsx';
import { CaseStatus } from '../../shared/status.tsx';
import { groundNames } from '../../wording/names.ts';
import classes from './head.module.css';

/** The head of a case: the address, the parties, the state, and the facts that are looked up most often. */
export function CaseHead({ one, onReference }: { one: Case; onReference: () => void }) {
  const { street, city } = addressOf(one);
  const { ground, reference, data, mode, id } = one;
  return (
    <>
      <p className={`${classes['sheet']} print-only`}>
        Case {id}, printed {formatDay(new Date().toISOString().slice(0, 10))}.
        {mode === 'test' && ' Test case: nothing was served or filed.'}
      </p>
      <div className={classes['head']}>
        <div className={classes['case']}>
          <PageTitle visible={street}>{placeOf(one)}</PageTitle>
          <p className={classes['where']}>
            <span className="breakable">{city}</span>
            <span role="status">
              <CaseStatus state={one.state} />
            </span>
          </p>
          <p className={`${classes['parties']} breakable`}>
            <Parties parties={data.parties} />
          </p>
        </div>
        <dl className={classes['facts']}>
          <Fact name="Ground">{groundNames[ground]}</Fact>
          <Fact name="Your reference">
            {reference ?? (
              <>
                <UnstyledButton
                  className={`${classes['add']} no-print`}
                  aria-label="Add your reference"
                  onClick={onReference}
                >
                  Add
                </UnstyledButton>
                <span className="print-only">–</span>
              </>
            )}
          </Fact>
          {data.amountOwedCents !== undefined && (
            <Fact name="Owed" isAmount>
              {formatCents(data.amountOwedCents)}
            </Fact>
          )}
        </dl>
      </div>
    </>
  );
}

function Fact({ name, isAmount = false, children }: { name: string; isAmount?: boolean; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={isAmount ? 'amount' : 'breakable'}>{children}</dd>
    </div>
  );
}
