import { clientAt, signInBy } from './service.ts'

export default signInBy((config) => clientAt('https://gitlab.com', config))
