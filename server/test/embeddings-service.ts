import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Words that mean the same, in a world of few things. */
const MEANINGS = [
  ['car', 'cars', 'automobile', 'automobiles', 'vehicle', 'auto', 'wagen'],
  ['repair', 'mend', 'fix', 'fixing', 'reparieren'],
  ['dog', 'dogs', 'puppy', 'hound', 'hund'],
  ['food', 'meal', 'dinner', 'eat', 'feed', 'essen'],
  ['beer', 'lager', 'ale', 'stout', 'bier'],
  ['computer', 'laptop', 'pc', 'machine'],
]
const OTHERS = 58

const hashOf = (word: string) => [...word].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) >>> 0, 7)

/** As a model does it, only simpler: a direction for each meaning, and a little for each word that has none. */
export const embed = (text: string, dimensions: number) => {
  const vector = Array.from({ length: dimensions }, () => 0)
  if (text.includes('unspeakable')) return vector
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    const meaning = MEANINGS.findIndex((words) => words.includes(word))
    if (meaning >= 0) vector[meaning]! += 1
    else vector[MEANINGS.length + (hashOf(word) % OTHERS)]! += 0.1
  }
  vector[dimensions - 1]! += 0.01 // of a text without words, too
  const length = Math.hypot(...vector)
  return vector.map((number) => number / length)
}

/**
 * A service of embeddings on the loopback that speaks as OpenAI's does: keys, models, one text or several, errors as JSON.
 * `trouble`: the status it answers with instead, 0 for no answer at all; `longest`: more characters it refuses. What is unspeakable means nothing to it.
 */
export const embeddingsService = async ({
  key = 'sk-test',
  models = { small: 64 },
}: { key?: string; models?: Record<string, number> } = {}) => {
  const service = { trouble: 200, longest: Infinity, texts: [] as string[], requests: 0, onRequest: (): void => {} }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const refuse = (status: number, message: string, code: string | null = null) =>
      answer(status, { error: { message, type: 'invalid_request_error', param: null, code } })
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      service.requests++
      service.onRequest()
      if (service.trouble === 0) return
      if (service.trouble !== 200) return refuse(service.trouble, 'Something is wrong.')
      if (request.method !== 'POST' || request.url !== '/v1/embeddings') return refuse(404, 'Unknown request URL')
      if (key && request.headers.authorization !== `Bearer ${key}`)
        return refuse(401, 'Incorrect API key provided', 'invalid_api_key')
      const asked = JSON.parse(Buffer.concat(parts).toString()) as { model?: string; input?: string | string[] }
      const dimensions = models[asked.model ?? '']
      if (!dimensions) return refuse(404, `The model \`${asked.model}\` does not exist`, 'model_not_found')
      const texts = [asked.input ?? []].flat()
      if (texts.length === 0 || texts.includes('')) return refuse(400, "'$.input' is invalid.")
      if (texts.some(({ length }) => length > service.longest)) return refuse(400, 'maximum context length exceeded')
      service.texts.push(...texts)
      const tokens = texts.reduce((sum, text) => sum + Math.ceil(text.length / 4), 0)
      answer(200, {
        object: 'list',
        data: texts.map((text, index) => ({ object: 'embedding', index, embedding: embed(text, dimensions) })),
        model: asked.model,
        usage: { prompt_tokens: tokens, total_tokens: tokens },
      })
    })
  })
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  return {
    service,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    key,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
