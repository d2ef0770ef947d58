import type { Reason } from '@askwell/contract/reasons.ts'
import type { Values } from '@askwell/contract/text.ts'
import { FetchRefused, isNotPublic, type OutboundHttp } from './outbound-http.ts'

/** Why a service made no embeddings, for the admin who named it. Its own words would tell whoever names an address what is there. */
export class EmbeddingsProblem extends Error {
  readonly problem: { reason: Reason; values?: Values }
  constructor(reason: Reason, values?: Values) {
    super(`${reason} ${JSON.stringify(values ?? {})}`)
    this.problem = { reason, ...(values && { values }) }
  }
}

/** A service that speaks as OpenAI's does. */
export interface EmbeddingsService {
  /** As its manual names it: with or without `/embeddings` at its end. */
  url: string
  model: string
  secret: string
}

/** What indexes of both databases hold. */
export const MOST_DIMENSIONS = 4000
/** So many texts at once make an answer of at most two megabytes, which is read in some milliseconds. */
export const TEXTS_AT_ONCE = 16
const MOST_BYTES = 4 * 2 ** 20

const addressOf = (url: string) => {
  const bare = url.trim().replace(/\/+$/, '')
  return bare.endsWith('/embeddings') ? bare : `${bare}/embeddings`
}

const vectorIn = (embedding: unknown) => {
  if (!Array.isArray(embedding) || embedding.length === 0)
    throw new EmbeddingsProblem('error.embeddings.not_embeddings')
  if (embedding.length > MOST_DIMENSIONS)
    throw new EmbeddingsProblem('error.embeddings.too_wide', { dimensions: embedding.length, most: MOST_DIMENSIONS })
  const vector = Float32Array.from(embedding as number[])
  if (!vector.every(Number.isFinite) || !vector.some((n) => n !== 0))
    throw new EmbeddingsProblem('error.embeddings.not_embeddings')
  return vector
}

/** Each has a direction, and all are of the same length. */
export const vectorsOf = (embeddings: unknown[]) => {
  const vectors = embeddings.map(vectorIn)
  if (vectors.some(({ length }) => length !== vectors[0]!.length))
    throw new EmbeddingsProblem('error.embeddings.not_embeddings')
  return vectors
}

/** One for each text, in their order. */
const vectorsIn = (body: Buffer, count: number): Float32Array[] => {
  let data: unknown
  try {
    data = (JSON.parse(body.toString()) as { data?: unknown } | null)?.data
  } catch {
    throw new EmbeddingsProblem('error.embeddings.not_embeddings')
  }
  if (!Array.isArray(data) || data.length !== count) throw new EmbeddingsProblem('error.embeddings.not_embeddings')
  const embeddings: unknown[] = Array.from({ length: count })
  for (const [at, one] of (data as ({ index?: unknown; embedding?: unknown } | null)[]).entries())
    embeddings[typeof one?.index === 'number' ? one.index : at] = one?.embedding
  return vectorsOf(embeddings)
}

const problemOf = (error: unknown) => {
  if (isNotPublic(error)) return new EmbeddingsProblem('error.embeddings.private')
  if (error instanceof FetchRefused && error.problem.reason === 'error.fetch.too_large')
    return new EmbeddingsProblem('error.embeddings.not_embeddings')
  return new EmbeddingsProblem('error.embeddings.away')
}

/** What texts mean, as directions: those of alike meaning point alike. At most `TEXTS_AT_ONCE`. */
export const makeEmbeddings = async (
  http: OutboundHttp,
  { url, model, secret }: EmbeddingsService,
  texts: string[],
  ms: number,
): Promise<Float32Array[]> => {
  const body = Buffer.from(JSON.stringify({ model, input: texts }))
  const headers = {
    'content-type': 'application/json',
    'content-length': body.length,
    ...(secret && { authorization: `Bearer ${secret}` }),
  }
  const { status, body: said } = await http
    .request(addressOf(url), { method: 'POST', headers, body }, { bytes: MOST_BYTES, ms })
    .catch((error: unknown) => {
      throw problemOf(error)
    })
  if (status === 401 || status === 403) throw new EmbeddingsProblem('error.embeddings.refused')
  if (status === 429) throw new EmbeddingsProblem('error.embeddings.too_often')
  if (status !== 200) throw new EmbeddingsProblem('error.embeddings.answered', { status: String(status) })
  return vectorsIn(said, texts.length)
}
