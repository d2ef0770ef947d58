import { createHash, timingSafeEqual } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { countJobs } from '../../events/queries.ts'
import type { Runtime } from '../../runtime.ts'

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const QUERY_SECONDS = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 2.5]
const VERB = /^\s*(select|insert|update|delete|with|begin|commit|rollback)/i

const digest = (text: string) => createHash('sha256').update(text).digest()

const nameOf = (runtime: Runtime, request: FastifyRequest) => {
  const pattern = request.routeOptions.url ?? '/*'
  return pattern === '/*' ? runtime.nameOfPage(request.url.split('?', 1)[0]!) : pattern
}

/** For monitoring. Labels are patterns and kinds, never a person or an address, so their number is known. */
const createMetrics = (runtime: Runtime) => {
  const register = new Registry()
  collectDefaultMetrics({ register }) // event loop delay, memory, garbage collection, processor time
  const registers = [register]
  const seconds = new Histogram({
    registers,
    name: 'askwell_request_seconds',
    help: 'Time to answer, by method and pattern of the address',
    labelNames: ['method', 'route'],
    buckets: REQUEST_SECONDS,
  })
  const answers = new Counter({
    registers,
    name: 'askwell_requests_total',
    help: 'Requests answered, by method, pattern of the address and status',
    labelNames: ['method', 'route', 'status'],
  })
  const queries = new Histogram({
    registers,
    name: 'askwell_database_query_seconds',
    help: 'Time the database took, by kind of statement',
    labelNames: ['kind'],
    buckets: QUERY_SECONDS,
  })
  const faults = new Counter({ registers, name: 'askwell_faults_total', help: 'Things that went wrong on our side' })
  register.registerMetric(
    new Counter({
      registers: [],
      name: 'askwell_shed_total',
      help: 'Requests turned away because there was too much to do',
      collect() {
        this.reset()
        this.inc(runtime.loadShedder.shed)
      },
    }),
  )

  const gauge = (
    name: string,
    help: string,
    read: (set: (value: number, label?: string) => void) => Promise<void> | void,
    labelNames: string[] = [],
  ) =>
    new Gauge({
      registers,
      name,
      help,
      labelNames,
      async collect() {
        this.reset()
        await Promise.resolve(
          read((value, label) =>
            label === undefined ? this.set(value) : this.set({ [labelNames[0]!]: label }, value),
          ),
        ).catch(() => {}) // the database may be unavailable; the rest is still reported
      },
    })
  gauge('askwell_up', 'Whether the site is installed and answers (1) or not (0)', (set) => set(runtime.app ? 1 : 0))
  gauge('askwell_requests_in_work', 'Requests being worked on', (set) => set(runtime.loadShedder.inWork))
  gauge('askwell_requests_waiting', 'Requests waiting for their turn', (set) => set(runtime.loadShedder.waiting))
  gauge(
    'askwell_jobs',
    'Jobs due now, waiting for their time, or given up',
    async (set) => {
      if (!runtime.app) return
      const { due, later, stuck } = await countJobs(runtime.app.db, runtime.app.clock.now())
      set(due, 'due')
      set(later, 'later')
      set(stuck, 'stuck')
    },
    ['state'],
  )
  gauge('askwell_job_oldest_due_seconds', 'How long the oldest due job has been waiting', async (set) => {
    if (runtime.app) set((await countJobs(runtime.app.db, runtime.app.clock.now())).oldest)
  })
  gauge('askwell_transactions_waiting', 'Writes that wait for their turn', (set) => set(runtime.app?.waiting() ?? 0))
  gauge(
    'askwell_database_connections',
    'Connections to PostgreSQL: open, idle, and requests waiting for one',
    (set) => {
      for (const [state, value] of Object.entries(runtime.connections())) set(value, state)
    },
    ['state'],
  )
  gauge('askwell_disk_free_bytes', 'Room left where the data folder is', async (set) => {
    const { bavail, bsize } = await statfs(runtime.config.data)
    set(bavail * bsize)
  })

  runtime.onQuery(({ sql, ms }) => queries.observe({ kind: VERB.exec(sql)?.[1]?.toLowerCase() ?? 'other' }, ms / 1000))
  runtime.onFault(() => faults.inc())
  return {
    register,
    answered(request: FastifyRequest, status: number, ms: number) {
      const route = nameOf(runtime, request)
      seconds.observe({ method: request.method, route }, ms / 1000)
      answers.inc({ method: request.method, route, status })
    },
  }
}

export interface MetricsServer {
  address: string
  close(): Promise<void>
}

/** Not served unless a port or a token is set for it. */
export const serveMetrics = (fastify: FastifyInstance, runtime: Runtime) => {
  const { metrics: wanted } = runtime.config
  if (!wanted) return
  const metrics = createMetrics(runtime)
  const secret = wanted.token ? digest(wanted.token) : undefined
  const mayRead = (header: string | undefined) =>
    !secret || timingSafeEqual(secret, digest(header?.replace(/^Bearer +/i, '') ?? ''))
  const type = { 'content-type': metrics.register.contentType, 'cache-control': 'no-store' }

  fastify.addHook('onResponse', (request, reply, done) => {
    metrics.answered(request, reply.raw.statusCode, reply.elapsedTime)
    done()
  })
  if (wanted.port === undefined) {
    fastify.get('/metrics', async (request, reply) =>
      mayRead(request.headers.authorization)
        ? reply.headers(type).send(await metrics.register.metrics())
        : reply.callNotFound(),
    )
    return
  }
  const server: Server = createServer((request, response) => {
    if (request.url?.split('?', 1)[0] !== '/metrics' || !mayRead(request.headers.authorization))
      return void response.writeHead(404).end()
    metrics.register.metrics().then(
      (text) => response.writeHead(200, type).end(text),
      (error: unknown) => {
        runtime.report(error, 'GET /metrics')
        response.writeHead(500).end()
      },
    )
  })
  // Before the site listens: a port in use stops the start.
  fastify.addHook(
    'onReady',
    () =>
      new Promise<void>((resolve, reject) => {
        server.once('error', reject).listen(wanted.port, runtime.config.host, () => {
          const { port } = server.address() as { port: number }
          runtime.metricsAddress = `http://${runtime.config.host}:${port}/metrics`
          resolve()
        })
      }),
  )
  fastify.addHook(
    'onClose',
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
}
