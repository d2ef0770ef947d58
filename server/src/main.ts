import { features } from './app.ts'
import { ConfigProblem, readConfig } from './config.ts'
import { FolderInUse, occupyFolder } from './db/connect.ts'
import { createApi } from './http/api.ts'
import { createServer } from './http/server.ts'
import { serveWeb } from './http/web.ts'
import { createSite } from './site.ts'

const start = async () => {
  const config = readConfig(process.argv.slice(2), process.env)
  // PostgreSQL is made for several processes; a SQLite folder is for one.
  const folder = config.database.startsWith('postgres') ? undefined : occupyFolder(config.data)
  const site = createSite(config, createApi(features))
  const server = await createServer(site)
  await serveWeb(server, site)
  if (config.database) await site.open(config.database)
  const address = await server.listen({ host: config.host, port: config.port })
  console.log(`Askwell is ready at ${address}`)

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    await server.close()
    await site.close()
    folder?.release()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
}

try {
  await start()
} catch (error) {
  if (!(error instanceof ConfigProblem || error instanceof FolderInUse)) throw error
  console.error(error.message)
  process.exit(1)
}
