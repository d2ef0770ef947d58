export { countDays } from './count-days.ts'
export { askForVersion } from './newer-version.ts'
