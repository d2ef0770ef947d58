import { guardInBrowser, guardOnServer, admin } from '../guards.ts'

export const middleware = [guardOnServer(admin)]
export const clientMiddleware = [guardInBrowser(admin)]

export { Outlet as default } from 'react-router'
