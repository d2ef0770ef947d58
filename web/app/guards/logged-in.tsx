import { guardInBrowser, guardOnServer, loggedIn } from '../guards.ts'

export const middleware = [guardOnServer(loggedIn)]
export const clientMiddleware = [guardInBrowser(loggedIn)]

export { Outlet as default } from 'react-router'
