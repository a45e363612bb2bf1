import { holdover } from './holdover.ts';
import { leaseViolation } from './lease-violation.ts';
import { nonpayment } from './nonpayment.ts';
import { rejectedFiling } from './rejected-filing.ts';

/** In the order of the demo. */
export const demoCases = [nonpayment, leaseViolation, holdover, rejectedFiling] as const;
