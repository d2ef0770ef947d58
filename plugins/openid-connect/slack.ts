import { clientAt, signInBy } from './service.ts'

export default signInBy((config) => clientAt('https://slack.com', config))
