import type { FastifyRequest } from 'fastify'
import { isSource, largestUpload, limitsOf, mostBytes, tooLargeFor } from '../../features/operations/files/policy.ts'
import { Invalid, AppError } from '../../lib/errors.ts'
import type { Runtime } from '../../runtime.ts'
import { isMultipart, readForm } from './form-body.ts'

/** What it is for, and perhaps the answer to a captcha. */
const FIELDS = 10

/** The form of a call with a file. If that is too large, reading stops as soon as it is known. */
export const readUpload = async (runtime: Runtime, request: FastifyRequest) => {
  if (!isMultipart(request)) throw new AppError('wrong-type', 'base.request_format_error')
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
