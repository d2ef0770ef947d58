import { type Kit, plugin, type SearchAsked, type SearchedPost, textOf } from '@askwell/plugin-kit'

const TEXT_CHARACTERS = 20_000
/** One request through the site has at most 256 KB. */
const REQUEST_BYTES = 200_000
/** Further than this the server counts only. */
const WINDOW = 10_000

/** What the server calls its analyzers, where that isn't `standard`. */
const ANALYZERS = new Map(
  Object.entries({
    ar: 'arabic',
    cs: 'czech',
    da: 'danish',
    de: 'german',
    el: 'greek',
    en: 'english',
    es: 'spanish',
    fa: 'persian',
    fi: 'finnish',
    fr: 'french',
    hi: 'hindi',
    hu: 'hungarian',
    id: 'indonesian',
    it: 'italian',
    ja: 'cjk',
    ko: 'cjk',
    nb: 'norwegian',
    nl: 'dutch',
    pt: 'portuguese',
    ro: 'romanian',
    ru: 'russian',
    sv: 'swedish',
    th: 'thai',
    tr: 'turkish',
    zh: 'cjk',
  }),
)
const analyzerOf = (language: string) => ANALYZERS.get(language.split('_')[0]!) ?? 'standard'

const FIELDS = ['title^3', 'tags^2', 'text']

interface Answer {
  error?: { type?: string; reason?: string } | string
}

const authorization = (config: Kit['config']): Record<string, string> => {
  const [key, username] = [textOf(config, 'api_key'), textOf(config, 'username')]
  if (key) return { authorization: `ApiKey ${key}` }
  if (!username) return {}
  return { authorization: `Basic ${Buffer.from(`${username}:${textOf(config, 'password')}`).toString('base64')}` }
}

const call = async ({ config, fetch }: Kit, method: string, path: string, body?: string, type = 'application/json') => {
  const response = await fetch(`${textOf(config, 'server').replace(/\/$/, '')}${path}`, {
    method,
    headers: { ...authorization(config), ...(body !== undefined && { 'content-type': type }) },
    ...(body !== undefined && { body }),
  })
  const text = method === 'HEAD' ? '' : await response.text()
  return { status: response.status, said: (text ? JSON.parse(text) : {}) as Answer & Record<string, unknown> }
}

const refused = (status: number, { error }: Answer) =>
  new Error(
    `the server answered ${status}: ${typeof error === 'string' ? error : (error?.reason ?? error?.type ?? '')}`,
  )

const indexPath = ({ config }: Kit) => `/${encodeURIComponent(textOf(config, 'index'))}`

/** Two processes that begin together may both try. */
const makeIndex = async (kit: Kit) => {
  const { status } = await call(kit, 'HEAD', indexPath(kit))
  if (status === 200) return
  const text = { type: 'text', analyzer: analyzerOf(kit.language) }
  // All with one analyzer: words that are to be found together may stand in different fields.
  const properties = { title: text, text, tags: text, object_type: { type: 'keyword' } }
  const made = await call(kit, 'PUT', indexPath(kit), JSON.stringify({ mappings: { dynamic: false, properties } }))
  const isThere = (made.said.error as { type?: string } | undefined)?.type === 'resource_already_exists_exception'
  if (made.status >= 400 && !isThere) throw refused(made.status, made.said)
}

/** Once for each process. */
let ready: Promise<void> | undefined
const isReady = (kit: Kit) =>
  (ready ??= makeIndex(kit).catch((error: unknown) => {
    ready = undefined
    throw error
  }))

const put = ({ id, title, text, tags, object_type, created_at, score }: SearchedPost) =>
  [{ index: { _id: id } }, { title, text: text.slice(0, TEXT_CHARACTERS), tags, object_type, created_at, score }].map(
    (one) => JSON.stringify(one),
  )

/** Lines of the bulk format that belong together, as many as fit into one request. */
const inRequests = (acts: string[][]) => {
  const requests: string[] = []
  for (const act of acts) {
    const lines = act.map((line) => `${line}\n`).join('')
    const last = requests.at(-1)
    if (last !== undefined && Buffer.byteLength(last) + Buffer.byteLength(lines) <= REQUEST_BYTES)
      requests[requests.length - 1] = last + lines
    else requests.push(lines)
  }
  return requests
}

const bulk = async (kit: Kit, lines: string) => {
  const path = `${indexPath(kit)}/_bulk?filter_path=errors,items.*.error`
  const { status, said } = await call(kit, 'POST', path, lines, 'application/x-ndjson')
  if (status >= 400) throw refused(status, said)
  if (!said.errors) return
  const [wrong] = ((said.items ?? []) as Record<string, Answer>[]).flatMap((item) => Object.values(item))
  throw refused(status, wrong ?? {})
}

/** All words, wherever they stand, and every phrase as it stands; words that stand close together count more. */
const queryOf = ({ words, phrases }: SearchAsked) => ({
  bool: {
    must: [
      ...(words.length
        ? [{ multi_match: { query: words.join(' '), fields: FIELDS, type: 'cross_fields', operator: 'and' } }]
        : []),
      ...phrases.map((query) => ({ multi_match: { query, fields: FIELDS, type: 'phrase' } })),
    ],
    should: words.length ? [{ multi_match: { query: words.join(' '), fields: FIELDS, type: 'phrase', slop: 3 } }] : [],
  },
})

export default plugin({
  search: {
    async index(changes, kit) {
      await isReady(kit)
      const acts = [...changes.put.map(put), ...changes.remove.map((id) => [JSON.stringify({ delete: { _id: id } })])]
      for (const lines of inRequests(acts)) await bulk(kit, lines)
    },
    async query(asked, kit) {
      const from = (asked.page - 1) * asked.page_size
      const isFar = from + asked.page_size > WINDOW
      const body = {
        query: queryOf(asked),
        from: isFar ? 0 : from,
        size: isFar ? 0 : asked.page_size,
        _source: false,
        track_total_hits: true,
      }
      const { status, said } = await call(kit, 'POST', `${indexPath(kit)}/_search`, JSON.stringify(body))
      if (status >= 400) throw refused(status, said)
      const { hits, total } = said.hits as { hits: { _id: string }[]; total: { value: number } }
      return { ids: hits.map(({ _id }) => _id), count: total.value }
    },
  },
})
