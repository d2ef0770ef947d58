export { cleanStorage, makeMissingCopies } from './clean.ts'
export { measureStorage } from './measure.ts'
export { dropOrphans } from './orphans.ts'
