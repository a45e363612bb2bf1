export { findStartedCase, listOverCases, listStartedCases, type StartedCase } from './started-cases.ts';
