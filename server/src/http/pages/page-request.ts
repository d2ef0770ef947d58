import { compareSettings } from '@askwell/contract/configuration.ts'
import { BACKUP_UPLOAD_BYTES } from '@askwell/contract/limits.ts'
import { checkPeople } from '@askwell/contract/site-invitations.ts'
import { isAdmin } from '@askwell/contract/roles.ts'
import type { FastifyRequest } from 'fastify'
import { largestUpload, mayUpload } from '../../features/operations/files/policy.ts'
import { uploadBytes } from '../../features/operations/imports/policy.ts'
import { BadRequest } from '../../lib/errors.ts'
import type { Runtime } from '../../runtime.ts'
import type { Caller } from '../api/perform.ts'
import { announced, BODY_BYTES, readForm } from '../bodies/form-body.ts'

/** The form has been parsed already, and is passed on its own (`PageSession.form`). */
const OF_THE_BODY = /^(content-(length|type|encoding)|transfer-encoding|expect)$/i

/**
 * The request as the pages' framework takes it. `origin`: where the browser says the form came from, once that is known to be this site;
 * behind a proxy that speaks https for us, only the browser knows.
 */
export const asRequest = (
  request: FastifyRequest,
  origin = `${request.protocol}://${request.host}`,
  path = request.raw.url!,
) => {
  const address = URL.parse(`${origin}${path.startsWith('/') ? path : '/'}`)
  if (!address) throw new BadRequest('base.request_format_error')
  const headers = new Headers()
  const raw = request.raw.rawHeaders
  for (let i = 0; i < raw.length; i += 2) if (!OF_THE_BODY.test(raw[i]!)) headers.append(raw[i]!, raw[i + 1]!)
  // For a HEAD request a page would be rendered without a body, and could not be cached for GET.
  const method = request.method === 'HEAD' ? 'GET' : request.method
  return new Request(address, { method, headers })
}

/** This much of a page's form is read and ignored: a person who sends too large a picture gets their page back, with what they typed. */
const READ_PAST_BYTES = 64 * 1024 * 1024

/** Where an admin uploads what is as large as a whole site. */
const LARGE: Record<string, (runtime: Runtime) => number> = {
  '/admin/backups': () => BACKUP_UPLOAD_BYTES,
  '/admin/import': ({ config }) => uploadBytes(config),
}

/** Where an admin sends more text than fits other forms; the calls behind them take as much. */
const LONG_TEXTS: Record<string, number> = {
  '/admin/settings-file': compareSettings.bodyBytes,
  '/admin/invitations/list': checkPeople.bodyBytes,
}

/** The form that was posted to a page. Files are only accepted from users who may upload. */
export const readPageForm = async (
  runtime: Runtime,
  request: FastifyRequest,
  { actor, ip }: Pick<Caller, 'actor' | 'ip'>,
  checkToken: (fields: Record<string, string>) => void,
) => {
  if (!mayUpload(actor)) return readForm(request)
  if (announced(request) > BODY_BYTES) runtime.rates('upload', actor?.id, ip) // it can only be a file
  const page = request.url.replace(/(\.data)?(\?.*)?$/, '')
  const large = isAdmin(actor) ? LARGE[page]?.(runtime) : undefined
  const textBytes = isAdmin(actor) ? LONG_TEXTS[page] : undefined
  const largest = large ?? largestUpload((await runtime.settings()).write)
  return readForm(request, {
    data: runtime.config.data,
    begin: checkToken,
    most: () => largest,
    onMore: () => {},
    total: large ? largest + READ_PAST_BYTES : READ_PAST_BYTES,
    ...(textBytes && { textBytes }),
  })
}
