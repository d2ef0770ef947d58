import { userCenterAgent } from '@askwell/contract/user-center.ts'
import { data } from 'react-router'
import type { RouteContext } from '../../session.ts'

/** The service that looks after the site's people. Its pages are there only while a plugin brings one. */
export const getAgent = async ({ call }: Pick<RouteContext, 'call'>) => {
  const { agent_info } = await call(userCenterAgent)
  if (!agent_info) throw data(null, { status: 404 })
  return agent_info
}
