import { clientAt, signInBy } from './service.ts'

export default signInBy((config) => clientAt('https://accounts.google.com', config))
