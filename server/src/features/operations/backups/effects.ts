export { beginDueBackup } from './schedule.ts'
export { fetchBackup, makeBackup } from './make-backup.ts'
