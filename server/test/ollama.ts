import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { embed } from './embeddings-service.ts'

/** An Ollama on the loopback: `/api/embed` with several texts, models that it has or not, errors as JSON. */
export const ollama = async (models: Record<string, number>) => {
  const now = { status: 200, texts: [] as string[] }
  const server = createServer((request, response) => {
    const say = (status: number, body: unknown) =>
      void response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
    void text(request).then((body) => {
      if (now.status !== 200) return say(now.status, { error: 'something is wrong' })
      if (request.method !== 'POST' || request.url !== '/api/embed') return say(404, { error: 'not found' })
      const { model = '', input = [] } = JSON.parse(body) as { model?: string; input?: string | string[] }
      const dimensions = models[model]
      if (!dimensions) return say(404, { error: `model "${model}" not found, try pulling it first` })
      const texts = [input].flat()
      now.texts.push(...texts)
      say(200, {
        model,
        embeddings: texts.map((one) => embed(one, dimensions)),
        total_duration: 14_143_917,
        load_duration: 1_019_500,
        prompt_eval_count: 8,
      })
    })
  })
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  return {
    now,
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
