export {
  findStartedCase,
  listOverCases,
  listStartedCases,
  listUnseenUploads,
  type StartedCase,
  type UnseenUpload,
} from './started-cases.ts';
