import {
  guardInBrowser,
  guardOnServer,
  moderator,
  mustBeActivated,
  refuseInBrowser,
  refuseOnServer,
} from '../guards.ts'

export const middleware = [guardOnServer(mustBeActivated)]
export const clientMiddleware = [guardInBrowser(mustBeActivated)]
export const loader = refuseOnServer(moderator)
export const clientLoader = refuseInBrowser(moderator)

export { Outlet as default } from 'react-router'
