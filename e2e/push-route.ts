import http from 'node:http'
import https from 'node:https'

// For `node --import`: what goes to https://push.example comes to the push service of the journey, which is on this machine, where the site sends nothing by itself.

export const PUSH_HOST = 'push.example'
const service = process.env.JOURNEY_PUSH_SERVICE

type Asked = Parameters<typeof http.request>
const direct = https.request
if (service)
  https.request = ((url: URL, { agent, lookup, ...options }: http.RequestOptions, answered: Asked[2]) =>
    url.host === PUSH_HOST
      ? http.request(new URL(url.pathname, service), options, answered)
      : direct(url, { agent, lookup, ...options }, answered)) as typeof https.request
