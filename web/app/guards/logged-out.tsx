import { guardInBrowser, guardOnServer, loggedOut } from '../guards.ts'

export const middleware = [guardOnServer(loggedOut)]
export const clientMiddleware = [guardInBrowser(loggedOut)]

export { Outlet as default } from 'react-router'
