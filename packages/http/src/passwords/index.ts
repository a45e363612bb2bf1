export { createPasswordQueue, type PasswordQueue } from './password-queue.ts';
export { wrongPasswordLock } from './wrong-password-lock.ts';
