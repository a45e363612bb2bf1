export { beginCase, type BeginRefusal } from './begin-case.ts';
export {
  bytesOfIntakeFile,
  deleteIntakeFile,
  findIntakeFile,
  type IntakeFileRow,
  keepIntakeFile,
  listIntakeFiles,
} from './files.ts';
