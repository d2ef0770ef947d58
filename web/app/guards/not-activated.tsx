import { guardInBrowser, guardOnServer, notActivated } from '../guards.ts'

export const middleware = [guardOnServer(notActivated)]
export const clientMiddleware = [guardInBrowser(notActivated)]

export { Outlet as default } from 'react-router'
