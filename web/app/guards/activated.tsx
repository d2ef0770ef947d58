import { guardInBrowser, guardOnServer, mustBeActivated } from '../guards.ts'

export const middleware = [guardOnServer(mustBeActivated)]
export const clientMiddleware = [guardInBrowser(mustBeActivated)]

export { Outlet as default } from 'react-router'
