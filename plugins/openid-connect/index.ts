import { textOf } from '@askwell/plugin-kit'
import { clientAt, signInBy } from './service.ts'

export default signInBy((config) => clientAt(textOf(config, 'issuer'), config))
