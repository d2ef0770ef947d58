import { PREFIX } from '@askwell/contract/endpoint.ts'
import { endpoints } from '@askwell/contract/index.ts'
import type { FastifyInstance } from 'fastify'

const READ = ['GET', 'HEAD']
const ANY = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'QUERY']

/** Routes besides the contract's endpoints, each with the file that serves it. */
export const OTHER_ROUTES: Record<string, readonly string[] | typeof ANY> = {
  // only says that there is no such call (server.ts)
  '/answer': ANY,
  '/answer/*': ANY,
  '/installation': ANY,
  '/installation/*': ANY,
  '/answer/openapi.json': READ,
  // for monitoring (health.ts, metrics.ts)
  '/healthz': READ,
  '/readyz': READ,
  '/metrics': READ,
  // the same for everybody (assets.ts), except uploads on a private site
  '/assets/*': READ,
  '/locales/:file': READ,
  '/favicon.ico': READ,
  '/service-worker.js': READ,
  '/robots.txt': READ,
  '/custom.css': READ,
  '/custom.json': READ,
  '/icons/:file': READ,
  '/manifest.webmanifest': READ,
  '/uploads/*': READ,
  // what search engines, feed readers and other sites read of a public site (discovery/)
  '/feeds/*': READ,
  '/sitemap.xml': READ,
  '/sitemaps/:file': READ,
  '/indexnow-key.txt': READ,
  // what a service shows to tell people from robots (captcha-frame.ts)
  '/captcha-frame/:slug': READ,
  // what plugins run in browsers, each in a frame that belongs to no site (plugin-frame.ts)
  '/plugin-frames/:slug/:hash': READ,
  '/plugin-frames/:slug/:hash/module.js': READ,
  // icons of plugins (plugin-icon.ts)
  '/plugin-icons/:slug/:file': READ,
  // what plugins answer to other programs (plugin-endpoints.ts)
  '/plugins/:slug/api/*': ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  '/opensearch.xml': READ,
  '/llms.txt': READ,
  '/questions/:id([^/]+).md': READ,
  '/previews/:id([^/]+).png': READ,
  '/oembed': READ,
  '/embed/questions/:id': READ,
  // to a service elsewhere for signing in, and back (oauth-routes.ts)
  '/users/oauth/:slug': READ,
  '/users/oauth/:slug/callback': [...READ, 'POST'],
  '/users/oauth/:slug/metadata': READ,
  // live updates of a thread that is being read, and of one's notifications (live/)
  '/live/notifications': READ,
  '/live/:id': READ,
  // the pages, which ask the contract in their turn (pages/serve.ts)
  '/session/token': ['POST'],
  // without the site's own CSS and HTML (safe-mode.ts)
  '/safe-mode': READ,
  '/safe-mode/leave': READ,
  // a member's own data, for themselves (own-archive.ts)
  '/session/archive': READ,
  // the audit log as a file, for staff (audit-export.ts)
  '/session/audit': READ,
  // all accounts, for admins (users-export.ts)
  '/session/users.csv': READ,
  // a backup or an export, for an admin who has proved who they are (admin-downloads.ts)
  '/session/backup/:name': READ,
  '/session/export/:name': READ,
  '/*': ANY,
}
/** Addresses of the site that questions were imported from redirect to a page. */
const isOldAddress = (url: string) =>
  /^\/((questions|q|a|users|posts|feeds\/question|feeds\/user)\/:key\(|(questions\/tagged|feeds\/tag)\/:tags$|feeds(\/tag)?$)/.test(
    url,
  )

const CONTRACT = new Set(endpoints.map(({ method, prefix, path }) => `${method} ${PREFIX[prefix]}${path}`))
const isKnown = (method: string, url: string) => {
  const methods = OTHER_ROUTES[url] ?? (isOldAddress(url) ? READ : [])
  return CONTRACT.has(`${method === 'HEAD' ? 'GET' : method} ${url}`) || methods === ANY || methods.includes(method)
}

/** A route that isn't listed would have no guard: the site doesn't start with one. Called before all routes are added. */
export const guardRoutes = (fastify: FastifyInstance) => {
  fastify.addHook('onRoute', ({ method, url }) => {
    const stray = [method].flat().find((one) => !isKnown(one, url))
    if (stray)
      throw new Error(
        `${stray} ${url} is neither in the contract nor among the other routes (http/guards/allowlist.ts)`,
      )
  })
}
