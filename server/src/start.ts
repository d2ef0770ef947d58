import type { FastifyInstance } from 'fastify'
import { features } from './app.ts'
import { type Config, ConfigProblem, readConfig } from './config.ts'
import { FolderInUse, occupyFolder } from './db/connect.ts'
import { createApi } from './http/api.ts'
import { createServer } from './http/server.ts'
import { serveWeb } from './http/web.ts'
import { spareMemory } from './lib/spare-memory.ts'
import { createSite, type Site } from './site.ts'

/** Once the process should end: how long requests may take that are being answered, and how long all of it. What is left then is done at the next start. */
const REQUESTS_MS = 1000
const ALL_MS = 8000

/** No way to the database's server, or not with this name and password; no place for its file. */
const UNREACHABLE = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|28...|3D000|57P03|EACCES|EEXIST|ENOTDIR|EROFS)$/
/** Not writable, damaged, can't be opened, no database. */
const UNREADABLE = [8, 11, 14, 26]

/** What whoever starts the program can do something about, in one sentence. */
const sentenceOf = (error: unknown) => {
  if (error instanceof ConfigProblem || error instanceof FolderInUse) return error.message
  const { code = '', errcode = 0, syscall, address, port, message } = error as { code?: string; errcode?: number; syscall?: string; address?: string; port?: number; message: string }
  if (syscall === 'listen') return `${[address, port].filter(Boolean).join(':')} can't be listened on (${code}); choose another address with ASKWELL_HOST and ASKWELL_PORT.`
  return UNREACHABLE.test(code) || UNREADABLE.includes(errcode) ? `The database can't be reached: ${message || code}.` : undefined
}

const endOn = (signals: NodeJS.Signals[], parts: { server: FastifyInstance; site: Site; release(): void }) => {
  let ending = false
  const end = async () => {
    if (ending) return
    ending = true
    setTimeout(() => process.exit(1), ALL_MS).unref()
    const impatient = setTimeout(() => parts.server.server.closeAllConnections(), REQUESTS_MS)
    await parts.server.close()
    clearTimeout(impatient)
    await parts.site.close()
    parts.release()
    process.exit(0)
  }
  for (const signal of signals) process.on(signal, () => void end())
}

const open = async (config: Config) => {
  // PostgreSQL is made for several processes; a SQLite folder is for one.
  const folder = config.database.startsWith('postgres') ? undefined : occupyFolder(config.data)
  const site = createSite(config, createApi(features))
  const server = await createServer(site)
  await serveWeb(server, site)
  if (config.database) await site.open(config.database)
  const address = await server.listen({ host: config.host, port: config.port })
  return { address, server, site, release: () => folder?.release() }
}

/** Serves until a signal ends it. @returns the exit code where it can't. */
export const start = async (args: string[], env: NodeJS.ProcessEnv) => {
  try {
    const opened = await open(readConfig(args, env))
    endOn(['SIGTERM', 'SIGINT'], opened)
    spareMemory()
    process.stdout.write(`Askwell is ready at ${opened.address}\n`)
    return 0
  } catch (error) {
    const sentence = sentenceOf(error)
    if (sentence === undefined) throw error
    process.stderr.write(`${sentence}\n`)
    process.exit(1)
  }
}
