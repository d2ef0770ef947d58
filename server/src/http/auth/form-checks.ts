import type { FastifyRequest } from 'fastify'
import { AppError } from '../../lib/errors.ts'
import type { Runtime } from '../../runtime.ts'
import { isFormToken, isSameOrigin } from './csrf.ts'

export const forgedForm = () => new AppError('forbidden', 'base.forged_form')

/** The site as people know it; a proxy may ask us under another name. */
export const ownAddress = async (runtime: Runtime) => URL.parse((await runtime.settings()).general.site_url)

/** Known before anything of the form is read. */
export const refuseForeign = async (runtime: Runtime, request: FastifyRequest) => {
  const { origin, 'sec-fetch-site': from } = request.headers
  const own = await ownAddress(runtime)
  const hosts = own ? [request.host, own.host] : [request.host]
  if (!isSameOrigin({ origin, site: from, hosts })) throw forgedForm()
}

export const refuseForged = (runtime: Runtime, holder: string, { form_token = '' }: Record<string, string>) => {
  if (!isFormToken(runtime.secret, holder, form_token)) throw forgedForm()
}
