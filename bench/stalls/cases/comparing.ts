import { type StallCase, stallCase } from '../case.ts'
import type { Stage } from '../stage.ts'

const API = '/answer/api/v1'
const LINES = 2000

const random = (length: number) => {
  let text = ''
  while (text.length < length) text += Math.random().toString(36).slice(2)
  return text.slice(0, length)
}
const longLines = () =>
  Array.from({ length: 30 }, () => `${random(1990)} ${random(150)}`)
    .join('\n')
    .slice(0, 65_000)
const equalLines = (line: string, differing: (n: number) => string | undefined) =>
  Array.from({ length: LINES }, (_, n) => differing(n) ?? line).join('\n')

const edit = async (stage: Stage, as: Stage['admin'], id: string, content: string, title: string) =>
  stage.call('PUT', `${API}/question`, as, {
    id,
    title,
    content,
    tags: [{ slug_name: 'support' }],
    edit_summary: stage.unlike(),
  })

/** A question edited ten times, each time with other long lines of random letters. */
const editedOften = async (stage: Stage, text: (n: number) => string) => {
  const as = stage.member()
  const title = `Edited often ${stage.unlike()}`
  const id = await stage.ask(as, text(0), { title })
  for (let n = 1; n <= 10; n++) await edit(stage, as, id, text(n), title)
  return id
}

/** A suggestion to a text that its author has changed meanwhile. */
const suggested = async (stage: Stage) => {
  const [author, editor] = [stage.member(), stage.member()]
  const title = `Many lines ${stage.unlike()}`
  const id = await stage.ask(
    author,
    equalLines('the same', () => undefined),
    { title },
  )
  await edit(
    stage,
    editor,
    id,
    equalLines('the same', (n) => (n % 3 === 0 ? 'another' : undefined)),
    title,
  )
  await edit(
    stage,
    author,
    id,
    equalLines('the same', (n) => (n % 5 === 0 ? 'a third' : undefined)),
    title,
  )
  return id
}

export const cases: StallCase[] = [
  stallCase({
    name: 'two reads of a history of long random lines',
    prepare: (stage) => editedOften(stage, longLines),
    play: (stage, id) =>
      stage.together(2, (n) => stage.attack({ path: `/posts/${id}/revisions?before=${9_000_000_000 + n}` })),
  }),
  stallCase({
    name: 'histories of short random lines',
    prepare: (stage) => editedOften(stage, () => Array.from({ length: 6000 }, () => random(9)).join('\n')),
    play: (stage, id) =>
      stage.together(2, (n) => stage.attack({ path: `/posts/${id}/revisions?before=${9_000_000_000 + n}` })),
  }),
  stallCase({
    name: 'histories of one line of random words',
    prepare: (stage) => editedOften(stage, () => Array.from({ length: 9000 }, () => random(6)).join(' ')),
    play: (stage, id) =>
      stage.together(2, (n) => stage.attack({ path: `/posts/${id}/revisions?before=${9_000_000_000 + n}` })),
  }),
  stallCase({
    name: 'a suggestion among 2,000 equal lines, seen and approved',
    prepare: suggested,
    play: async (stage, id) => {
      await stage.together(2, () =>
        stage.attack({ path: `${API}/revisions/suggestions?object_id=${id}`, as: stage.admin }),
      )
      await stage.attack({ path: '/review', as: stage.admin })
      const { text } = await stage.attack({ path: `${API}/revisions/unreviewed?page=1&page_size=20`, as: stage.admin })
      const { data } = JSON.parse(text) as {
        data: { list: { unreviewed_info: { id: string }; info?: { object_id?: string } }[] }
      }
      for (const { unreviewed_info } of data.list)
        await stage.attack({
          method: 'PUT',
          path: `${API}/revisions/audit`,
          as: stage.admin,
          body: { id: unreviewed_info.id, operation: 'approve' },
        })
    },
  }),
  stallCase({
    name: 'the suggestion page of 2,000 equal lines',
    prepare: suggested,
    play: (stage, id) => stage.together(3, () => stage.attack({ path: `/suggestions/${id}`, as: stage.member() })),
  }),
  stallCase({
    name: 'an edit that meets another, of 60,000 characters each',
    prepare: async (stage) => {
      const as = stage.member()
      const title = `Two at once ${stage.unlike()}`
      const id = await stage.ask(as, longLines(), { title })
      const { revision_id } = await stage.call<{ revision_id: string }>('GET', `${API}/question/info?id=${id}`, as)
      await edit(stage, as, id, longLines(), title)
      return { as, id, title, revision_id }
    },
    play: (stage, { as, id, title, revision_id }) =>
      stage.together(3, () =>
        stage.attack({
          method: 'PUT',
          path: `${API}/question`,
          as,
          body: { id, title, content: longLines(), tags: [{ slug_name: 'support' }], revision_id },
        }),
      ),
  }),
]
