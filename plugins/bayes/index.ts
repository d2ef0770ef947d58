import { type Happened, plugin, type PluginStorage } from '@askwell/plugin-kit'

type Side = 'good' | 'spam'
interface Learned {
  posts: Record<Side, number>
  words: Record<string, [good: number, spam: number]>
}
/** What was learned of a post, so that it can be learned otherwise. */
interface Known {
  words: string[]
  author: string
  side: Side
}

const WORDS_OF_A_POST = 100
const WORDS_KEPT = 2000
/** The site keeps at most 64 KB as one value; words of some scripts have three bytes a letter. */
const LEARNED_BYTES = 60_000
/** Posts of which is known what was learned of them; all of them wouldn't fit. */
const POSTS_KEPT = 500
const FORGOTTEN_AT_ONCE = 100
/** So few posts of a side say nothing. */
const LEAST = 5
const LIMITS = { mild: 0.95, strict: 0.75 }

const wordsIn = (text: string) => [...new Set(text.toLowerCase().match(/\p{L}{3,20}/gu))].slice(0, WORDS_OF_A_POST)

const read = async (storage: PluginStorage): Promise<Learned> =>
  ((await storage.get('learned')) as Learned | undefined) ?? { posts: { good: 0, spam: 0 }, words: {} }

const count = ({ posts, words }: Learned, { words: own, side }: Known, by: 1 | -1) => {
  posts[side] = Math.max(0, posts[side] + by)
  const at = side === 'good' ? 0 : 1
  for (const word of own) {
    const seen = Object.hasOwn(words, word) ? words[word]! : [0, 0]
    seen[at] = Math.max(0, seen[at]! + by)
    words[word] = seen as [number, number]
  }
}

/** Those that were seen most often, as many as fit. */
const shortened = ({ posts, words }: Learned): Learned => {
  const often = Object.entries(words)
    .sort(([, a], [, b]) => b[0] + b[1] - (a[0] + a[1]))
    .slice(0, WORDS_KEPT)
  let bytes = 0
  const fitting = often.filter((word) => (bytes += Buffer.byteLength(JSON.stringify(word))) <= LEARNED_BYTES)
  return { posts, words: Object.fromEntries(fitting) }
}

/** How likely a text is spam, from 0 to 1, by the words that tell most. */
const likelihood = ({ posts, words }: Learned, text: string) => {
  if (posts.good < LEAST || posts.spam < LEAST) return 0
  const tells = wordsIn(text)
    .flatMap((word) => (Object.hasOwn(words, word) ? [words[word]!] : []))
    .map(([good, spam]) => {
      const [inGood, inSpam] = [(good + 0.5) / (posts.good + 1), (spam + 0.5) / (posts.spam + 1)]
      return Math.log(inSpam / inGood)
    })
    .sort((a, b) => Math.abs(b) - Math.abs(a))
    .slice(0, 15)
  return 1 / (1 + Math.exp(-tells.reduce((sum, one) => sum + one, 0)))
}

/** One after the other: each begins with what the one before has learned. */
let last: Promise<unknown> = Promise.resolve()
const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const mine = last.then(work, work)
  last = mine
  return mine
}

const keyOf = ({ object_id }: Happened) => `post:${object_id}`

/** Ids of posts end with thirteen digits, which are higher of later ones. */
const numberIn = (key: string) => Number(key.slice(-13))

const forgetOldest = async (storage: PluginStorage) => {
  const keys = (await storage.list('post:')).sort((a, b) => numberIn(a) - numberIn(b))
  for (const key of keys.slice(0, -POSTS_KEPT).slice(0, FORGOTTEN_AT_ONCE)) await storage.delete(key)
}

const learn = async (storage: PluginStorage, key: string, now: Known) => {
  const before = (await storage.get(key)) as Known | undefined
  if (before?.side === now.side) return // an event may come twice
  await forgetOldest(storage)
  const learned = await read(storage)
  if (before) count(learned, before, -1)
  count(learned, now, 1)
  await storage.set(key, now) // first: what is tried again must not count twice
  await storage.set('learned', shortened(learned))
}

const REASON = {
  en: (likely: string) => `Looks like posts that were deleted (${likely})`,
  de: (likely: string) => `Gleicht Beiträgen, die gelöscht wurden (${likely})`,
}
const reasonIn = (language: string, spam: number) => {
  const likely = new Intl.NumberFormat(language.replace('_', '-'), { style: 'percent' }).format(spam)
  return REASON[language.startsWith('de') ? 'de' : 'en'](likely)
}

export default plugin({
  event: (happened, { storage }) =>
    inTurn(async () => {
      const known = (await storage.get(keyOf(happened))) as Known | undefined
      const by = happened.actor?.username ?? ''
      if (happened.event.endsWith('.deleted')) {
        if (known && known.author !== by) await learn(storage, keyOf(happened), { ...known, side: 'spam' })
        return
      }
      const { post } = happened
      const words = post ? wordsIn(`${post.title} ${post.text}`) : known?.words
      if (words) await learn(storage, keyOf(happened), { words, author: known?.author ?? by, side: 'good' })
    }),
  async reviewer({ title, content, language }, { storage, config }) {
    const spam = likelihood(await read(storage), `${title} ${content}`)
    if (spam < LIMITS[config.strictness === 'strict' ? 'strict' : 'mild']) return { verdict: 'approved' }
    return { verdict: 'waiting', reason: reasonIn(language, spam) }
  },
})
