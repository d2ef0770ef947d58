import { textOf } from '@askwell/plugin-kit'
import { clientAt, signInBy } from './service.ts'

/** Each organization has an issuer of its own; one for all of them would let anybody in who makes an organization. */
export default signInBy((config) =>
  clientAt(`https://login.microsoftonline.com/${encodeURIComponent(textOf(config, 'tenant'))}/v2.0`, config),
)
