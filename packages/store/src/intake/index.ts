export {
  createMailInAddress,
  keepMailedFiles,
  listMailInAddresses,
  type MailedFile,
  type MailInAddressRow,
  type MailInTerms,
  revokeMailInAddress,
  takesMail,
} from './addresses.ts';
export { beginCase, type BeginRefusal } from './begin-case.ts';
export {
  bytesOfIntakeFile,
  deleteIntakeFile,
  findIntakeFile,
  type IntakeFileRow,
  keepIntakeFile,
  listIntakeFiles,
} from './files.ts';
