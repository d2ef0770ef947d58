import { guardInBrowser, guardOnServer, privateSite } from '../guards.ts'

export const middleware = [guardOnServer(privateSite)]
export const clientMiddleware = [guardInBrowser(privateSite)]

export { Outlet as default } from 'react-router'
