import { guardInBrowser, guardOnServer, admin, mustBeActivated, refuseInBrowser, refuseOnServer } from '../guards.ts'

export const middleware = [guardOnServer(mustBeActivated)]
export const clientMiddleware = [guardInBrowser(mustBeActivated)]
export const loader = refuseOnServer(admin)
export const clientLoader = refuseInBrowser(admin)

export { Outlet as default } from 'react-router'
