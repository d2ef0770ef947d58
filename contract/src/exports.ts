import { Type, type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { PASSWORD } from './limits.ts'
import { Done, oneOf, text, Time } from './shapes.ts'

// Everything in an open format, as an archive that is made from the page. The task `export` says how far it is.

/** `public`: what a stranger may see, or of a private site every member. `private`: hidden posts, e-mail addresses, votes and all uploads besides. */
export const EXPORT_SCOPES = ['public', 'private'] as const
/** JSON lines for programs, Markdown for people, or both. Uploads are in each. */
export const EXPORT_FORMATS = ['all', 'jsonl', 'markdown'] as const
const Name = Type.String({ minLength: 1, maxLength: 150 })

export const Export = Type.Object({
  name: Name,
  bytes: Type.Integer(),
  made_at: Time,
  /** It is deleted then. */
  expires_at: Time,
  scope: oneOf(EXPORT_SCOPES),
  format: oneOf(EXPORT_FORMATS),
})
export type Export = Static<typeof Export>

const admin = { prefix: 'admin', access: 'admin', visibility: 'staff', rate: 'admin' } as const

export const exports = endpoint({
  ...admin,
  method: 'GET',
  path: '/exports',
  summary: 'Exports that can be downloaded',
  reply: Type.Array(Export),
})

export const makeExport = endpoint({
  ...admin,
  sessionOnly: true,
  method: 'POST',
  path: '/export',
  summary: 'Begin an export',
  body: Type.Object({ scope: oneOf(EXPORT_SCOPES), format: oneOf(EXPORT_FORMATS, { default: 'all' }) }),
  reply: Done,
})

/** A private one holds everybody's address: the password once more, or a login of just now. */
export const downloadExport = endpoint({
  ...admin,
  sessionOnly: true,
  method: 'POST',
  path: '/export/download',
  summary: 'Get an address from which an export can be downloaded for some minutes',
  body: Type.Object({ name: Name, pass: Type.Optional(text({ max: PASSWORD.max })) }),
  reply: Type.Object({ address: Type.String() }),
})

export const deleteExport = endpoint({
  ...admin,
  method: 'DELETE',
  path: '/export',
  summary: 'Delete an export',
  body: Type.Object({ name: Name }),
  reply: Done,
})
