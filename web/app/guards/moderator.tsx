import { guardInBrowser, guardOnServer, moderator } from '../guards.ts'

export const middleware = [guardOnServer(moderator)]
export const clientMiddleware = [guardInBrowser(moderator)]

export { Outlet as default } from 'react-router'
