import { uploadBackup } from '@askwell/contract/backups.ts'
import { uploadDump } from '@askwell/contract/imports.ts'
import { uploadPlugin } from '@askwell/contract/plugins.ts'
import type { Endpoint } from '@askwell/contract/endpoint.ts'
import { BACKUP_UPLOAD_BYTES, PLUGIN_PACKAGE_BYTES } from '@askwell/contract/limits.ts'
import type { FastifyRequest } from 'fastify'
import { isSource, largestUpload, limitsOf, mostBytes, tooLargeFor } from '../../features/operations/files/policy.ts'
import { uploadBytes } from '../../features/operations/imports/policy.ts'
import { Invalid, AppError } from '../../lib/errors.ts'
import type { Runtime } from '../../runtime.ts'
import { isMultipart, readForm } from './form-body.ts'

/** What it is for, and perhaps the answer to a captcha. */
const FIELDS = 10

/** A backup is as large as the site, and so is a dump of another; its own limit is that it has to arrive in time. */
const wholeSite = ({ config }: Runtime, most: number) => ({
  data: config.data,
  fields: FIELDS,
  most: () => most,
  onMore: () => {
    throw new AppError('too-large', 'base.body_too_large')
  },
})

/** The form of a call with a file. If that is too large, reading stops as soon as it is known. */
export const readUpload = async (runtime: Runtime, request: FastifyRequest, { path }: Pick<Endpoint, 'path'>) => {
  if (!isMultipart(request)) throw new AppError('wrong-type', 'base.request_format_error')
  if (path === uploadBackup.path) return readForm(request, wholeSite(runtime, BACKUP_UPLOAD_BYTES))
  if (path === uploadDump.path) return readForm(request, wholeSite(runtime, uploadBytes(runtime.config)))
  if (path === uploadPlugin.path) return readForm(request, wholeSite(runtime, PLUGIN_PACKAGE_BYTES))
  const { write } = await runtime.settings()
  const largest = largestUpload(write)
  return readForm(request, {
    data: runtime.config.data,
    fields: FIELDS,
    // Clients send `source` before the file; if not, only the largest size that any source allows is known.
    most: ({ source }) => (isSource(source) ? mostBytes(limitsOf(write, source)) : largest),
    onMore: ({ source }) => {
      throw new Invalid([tooLargeFor(write, isSource(source) ? source : undefined)])
    },
  })
}
