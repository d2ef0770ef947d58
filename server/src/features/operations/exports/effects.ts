export { deleteOldExports } from './place.ts'
export { makeExport } from './make-export.ts'
