import type { FastifyRequest } from 'fastify'
import { isSource, largestUpload, limitsOf, mostBytes, tooLargeFor } from '../../features/operations/files/policy.ts'
import { Invalid, AppError } from '../../lib/errors.ts'
import type { Runtime } from '../../runtime.ts'
import { isMultipart, readForm } from './form-body.ts'

/** Where it goes, and perhaps an answer to a captcha. */
const FIELDS = 10

/** The form of a call that brings a file. Of one that is too large no more is read than it takes to know that. */
export const readUpload = async (site: Runtime, request: FastifyRequest) => {
  if (!isMultipart(request)) throw new AppError('wrong-type', 'base.request_format_error')
  const { write } = await site.settings()
  const largest = largestUpload(write)
  return readForm(request, {
    data: site.config.data,
    fields: FIELDS,
    // Clients send it before the file; of others only the largest is taken that may be anything at all.
    most: ({ source }) => (isSource(source) ? mostBytes(limitsOf(write, source)) : largest),
    onMore: ({ source }) => {
      throw new Invalid([tooLargeFor(write, isSource(source) ? source : undefined)])
    },
  })
}
