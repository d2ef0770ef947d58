import { createHash, timingSafeEqual } from 'node:crypto'
import { type EndpointAnswer, type EndpointRequest, type Kit, plugin, textOf } from '@askwell/plugin-kit'
import { answerConfig } from './config.ts'
import { answerGroups } from './groups.ts'
import { failed, Failure } from './messages.ts'
import { giveRolesAnew } from './roles.ts'
import { answerUsers } from './users.ts'

const TOKEN_LEAST = 24

const hashOf = (text: string) => createHash('sha256').update(text).digest()

/** Compared in a time that says nothing of where they differ. */
const isAllowed = ({ headers }: EndpointRequest, { config }: Kit) => {
  const token = textOf(config, 'token')
  const given = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
  return token.length >= TOKEN_LEAST && timingSafeEqual(hashOf(given), hashOf(token))
}

/** Some directories are given the address with `/v2` or `/scim/v2` at its end. */
const pathOf = ({ path }: EndpointRequest) => path.replace(/^\/(scim\/)?v2(?=\/|$)/, '').replace(/\/+$/, '') || '/'

const answer = async (request: EndpointRequest, kit: Kit): Promise<EndpointAnswer> => {
  const path = pathOf(request)
  await giveRolesAnew(kit)
  return (
    (await answerUsers({ ...request, path }, kit)) ??
    (await answerGroups({ ...request, path }, kit)) ??
    answerConfig({ ...request, path }) ??
    failed(404, 'There is nothing here')
  )
}

export default plugin({
  async endpoint(request, kit) {
    if (!isAllowed(request, kit)) {
      const refused = failed(401, 'The token is missing or another')
      return { ...refused, headers: { ...refused.headers, 'www-authenticate': 'Bearer realm="SCIM"' } }
    }
    try {
      return await answer(request, kit)
    } catch (error) {
      if (error instanceof Failure) return failed(error.status, error.message, error.scimType)
      throw error
    }
  },
})
