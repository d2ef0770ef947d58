import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { writeOwnArchive } from '../../features/operations/exports/views.ts'
import { USER_STATUS } from '../../lib/actor.ts'
import { AppError, Forbidden } from '../../lib/errors.ts'
import type { Runtime } from '../../runtime.ts'
import { SESSION_COOKIE } from '../auth/request-auth.ts'
import { asAppError, failure } from '../api/errors.ts'
import { sendMessage } from '../api/envelope.ts'
import { callerOf } from '../auth/caller.ts'

const STALE_MS = 60 * 60 * 1000

/** Left by a process that ended while it wrote or sent one. */
const removeStale = async (folder: string) => {
  for (const name of await readdir(folder)) {
    const file = join(folder, name)
    const written = await stat(file).catch(() => undefined)
    if (written && Date.now() - written.mtimeMs > STALE_MS) await rm(file, { force: true })
  }
}

/** A member's own data, made while they wait. It is written to a file, to save memory, and deleted when it is sent. */
export const serveOwnArchive = (fastify: FastifyInstance, runtime: Runtime) => {
  fastify.get('/session/archive', async (request, reply) => {
    const caller = await callerOf(
      runtime,
      request,
      request.cookies[SESSION_COOKIE] || (request.headers.authorization ?? ''),
    )
    try {
      if (!runtime.app || !caller.actor) throw new AppError('unauthorized', 'base.unauthorized_error')
      if (caller.actor.status === USER_STATUS.suspended)
        throw new Forbidden('error.user.suspended', { data: { type: 'suspended' } })
      runtime.rates('mail', caller.actor.id, caller.ip) // it is as much work
      const folder = join(runtime.config.data, 'archives')
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await removeStale(folder)
      const file = join(folder, `${randomUUID()}.tar.gz`)
      const remove = () => void rm(file, { force: true })
      try {
        await writeOwnArchive(runtime.app, caller.actor.id, file)
        const stream = createReadStream(file)
        stream.once('close', remove)
        return await reply
          .headers({
            'content-type': 'application/gzip',
            'content-length': String((await stat(file)).size),
            'cache-control': 'no-store',
            'content-disposition': `attachment; filename="${caller.actor.username}.tar.gz"`,
          })
          .send(stream)
      } catch (error) {
        remove()
        throw error
      }
    } catch (error) {
      if (!asAppError(error)) runtime.report(error, 'GET /session/archive')
      return sendMessage(reply, failure(error, caller.language))
    }
  })
}
