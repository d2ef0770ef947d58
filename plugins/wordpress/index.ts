import { type ImportedMember, type ImportedPage, type ImportFile, type Kit, plugin } from '@askwell/plugin-kit'
import { answerOf, bestAnswerOf, commentsOf, type Known, postIn, questionOf } from './posts.ts'
import { textOf, unitsOf } from './wxr.ts'

/** Where it goes on: among the members first, then in a file. */
interface Place {
  members?: number
  file?: number
  at?: number
}

const MEMBERS_AT_ONCE = 2000
const PAGE_CHARACTERS = 500_000
const POSTS_AT_ONCE = 1000

const filesIn = async ({ files }: Kit) =>
  (await files.list())
    .filter(({ name }) => /\.xml$/i.test(name) && !/(^|\/)(\.[^/]*$|__MACOSX\/)/.test(name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))

/** Authors, forums, and which answers are the best stand anywhere in the files: they are read once before anything is said. */
const lookThrough = async (files: ImportFile[], kit: Kit): Promise<Known> => {
  const known: Known = { authors: new Map(), ids: new Set(), questions: new Set(), best: new Set(), forums: new Map() }
  for (const file of files)
    for await (const { element } of unitsOf(kit, file)) {
      if (element.name === 'wp:author') {
        const [login, id] = [textOf(element, 'wp:author_login'), textOf(element, 'wp:author_id')]
        if (!login || !/^\d{1,12}$/.test(id) || known.authors.has(login)) continue
        const name = textOf(element, 'wp:author_display_name') || login
        known.authors.set(login, { id, name, e_mail: textOf(element, 'wp:author_email'), first_at: '' })
        continue
      }
      const post = postIn(element)
      if (!post) continue
      if (post.kind === 'forum') known.forums.set(post.id, textOf(element, 'title'))
      if (post.kind === 'question') known.questions.add(post.id)
      const best = bestAnswerOf(post)
      if (best !== undefined) known.best.add(best)
      const author = known.authors.get(post.creator)
      if (author && (!author.first_at || post.created_at < author.first_at)) author.first_at = post.created_at
    }
  for (const { id, first_at } of known.authors.values()) if (first_at) known.ids.add(id)
  if (known.questions.size === 0) throw new Error('no question of AnsPress, DW Question & Answer or bbPress is in it')
  return known
}

/** Of this upload; a process that begins anew looks through it again. */
let looked: { of: string; known: Promise<Known> } | undefined
const knownOf = (files: ImportFile[], kit: Kit) => {
  const of = JSON.stringify(files)
  if (looked?.of !== of) {
    looked = { of, known: lookThrough(files, kit) }
    looked.known.catch(() => {
      looked = undefined
    })
  }
  return looked.known
}

/** Who has written something that comes along. */
const membersOf = ({ authors }: Known): ImportedMember[] =>
  [...authors.values()]
    .filter(({ first_at }) => first_at)
    .map(({ id, name, e_mail, first_at }) => ({ id, name, ...(e_mail && { e_mail }), created_at: first_at }))

const readPosts = async (files: ImportFile[], { file = 0, at = 0 }: Place, known: Known, kit: Kit) => {
  const page: Required<Pick<ImportedPage, 'questions' | 'answers' | 'comments'>> = {
    questions: [],
    answers: [],
    comments: [],
  }
  let characters = 0
  let count = 0
  for await (const { element, end } of unitsOf(kit, files[file]!, at)) {
    const post = element.name === 'item' ? postIn(element) : undefined
    if (!post || post.kind === 'forum') continue
    const question = post.kind === 'question' ? questionOf(post, known) : undefined
    const answer = post.kind === 'answer' ? answerOf(post, known) : undefined
    const comments = question || answer ? commentsOf(post, known) : []
    if (question) page.questions.push(question)
    if (answer) page.answers.push(answer)
    page.comments.push(...comments)
    characters += JSON.stringify([question, answer, comments]).length
    if (characters > PAGE_CHARACTERS || ++count === POSTS_AT_ONCE) return { page, next: { file, at: end } }
  }
  return { page, next: file + 1 < files.length ? { file: file + 1, at: 0 } : undefined }
}

const progressAt = (files: ImportFile[], { file = files.length, at = 0 }: Place = {}) => {
  const sizeOf = (some: ImportFile[]) => some.reduce((sum, { bytes }) => sum + bytes, 0)
  return { done: sizeOf(files.slice(0, file)) + at, total: sizeOf(files) }
}

export default plugin({
  importer: {
    async read({ from }, kit) {
      const files = await filesIn(kit)
      if (files.length === 0) throw new Error('there is no .xml in it, as Tools → Export of WordPress writes it')
      const known = await knownOf(files, kit)
      const place: Place = from === undefined ? { members: 0 } : (JSON.parse(from) as Place)
      if (place.members !== undefined) {
        const members = membersOf(known)
        const end = place.members + MEMBERS_AT_ONCE
        return {
          members: members.slice(place.members, end),
          next: JSON.stringify(end < members.length ? { members: end } : { file: 0, at: 0 }),
          progress: progressAt(files, { file: 0 }),
        }
      }
      const { page, next } = await readPosts(files, place, known, kit)
      return { ...page, ...(next && { next: JSON.stringify(next) }), progress: progressAt(files, next) }
    },
  },
})
