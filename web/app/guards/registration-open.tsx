import { guardInBrowser, guardOnServer, registrationOpen } from '../guards.ts'

export const middleware = [guardOnServer(registrationOpen)]
export const clientMiddleware = [guardInBrowser(registrationOpen)]

export { Outlet as default } from 'react-router'
