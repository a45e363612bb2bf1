import { evaluateGates, gateDates } from '@evict/case-model';
import { createCaseBody, validate } from '@evict/contract';
import { addDays, dateOf, type IsoDate, startOfDay } from '@evict/jurisdictions';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { demoCases } from './cases/index.ts';
import { balance, rentLedger } from './facts.ts';
