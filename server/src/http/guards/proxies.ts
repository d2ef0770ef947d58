import type { FastifyInstance, FastifyRequest } from 'fastify'
import { saveSetting } from '../../features/operations/settings/queries.ts'
import { UNBELIEVED_PROXY } from '../../features/operations/integrity/queries.ts'
import { HOUR } from '../../lib/clock.ts'
import { isPrivateAddress } from '../../lib/addresses.ts'
import type { Runtime } from '../../runtime.ts'

/** It forwards for others from an address that proxies have, but isn't trusted: everybody behind it seems to be one client. */
const isUnbelieved = (request: FastifyRequest) => {
  const peer = request.socket.remoteAddress
  return (
    request.headers['x-forwarded-for'] !== undefined &&
    peer !== undefined &&
    // For a trusted proxy `ips` has more than one address, even if they are equal.
    (request.ips ?? [peer]).length === 1 &&
    isPrivateAddress(peer)
  )
}

/** Logs, once an hour, a proxy that the settings don't name, so that the admin can find out why everybody has one address. */
export const watchProxies = (fastify: FastifyInstance, runtime: Runtime) => {
  let notedAt = 0
  fastify.addHook('onRequest', (request, _reply, done) => {
    done()
    const { app } = runtime
    if (!app || !isUnbelieved(request)) return
    const now = app.clock.now()
    if (now - notedAt < HOUR) return
    notedAt = now
    const address = request.socket.remoteAddress!
    runtime.log.warning(
      'a proxy is not believed: all who come through it have one address; name it in ASKWELL_PROXIES',
      {
        address,
      },
    )
    void app
      .transaction((tx) => saveSetting(tx.db, UNBELIEVED_PROXY, { address, at: now }, now))
      .catch((error: unknown) => runtime.report(error, 'noting a proxy'))
  })
}
