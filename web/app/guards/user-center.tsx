import { guardInBrowser, guardOnServer, toUserCenter } from '../guards.ts'

export const middleware = [guardOnServer(toUserCenter)]
export const clientMiddleware = [guardInBrowser(toUserCenter)]

export { Outlet as default } from 'react-router'
