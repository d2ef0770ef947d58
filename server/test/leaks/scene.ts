import { saveDraft } from '@askwell/contract/drafts.ts'
import { editAnswer, deleteAnswer } from '@askwell/contract/answers.ts'
import { switchCollection } from '@askwell/contract/collections.ts'
import { deleteComment } from '@askwell/contract/comments.ts'
import { pathOf } from '@askwell/contract/endpoint.ts'
import { uploadFile } from '@askwell/contract/files.ts'
import { follow } from '@askwell/contract/follows.ts'
import { numberOf, objectId } from '@askwell/contract/ids.ts'
import { invite } from '@askwell/contract/invitations.ts'
import {
  askQuestion,
  closeQuestion,
  deleteQuestion,
  editQuestion,
  operateQuestion,
} from '@askwell/contract/questions.ts'
import { react } from '@askwell/contract/reactions.ts'
import { flagPost } from '@askwell/contract/reviews.ts'
import { saveWriteSettings } from '@askwell/contract/site-settings.ts'
import { createTag, followTags } from '@askwell/contract/tags.ts'
import { setUserStatus } from '@askwell/contract/user-administration.ts'
import { findComment, updateComment } from '../../src/features/content/comments/queries.ts'
import { insertOrigins } from '../../src/features/operations/imports/queries.ts'
import { type Post, updatePost } from '../../src/features/content/posts/queries.ts'
import { holdBackComment } from '../../src/features/content/review-queue/service.ts'
import { insertReview } from '../../src/features/content/review-queue/queries.ts'
import { findTagBySlug, updateTag } from '../../src/features/content/tags/queries.ts'
import { threads } from '../threads.ts'
import type { TestUser, World } from '../world.ts'
import { nameOf, OTHERS, type Row, ROWS, type State, type Viewer } from './states.ts'
import { type Words, wordsFor } from './words.ts'

export interface Thing {
  name: string
  kind: 'question' | 'answer' | 'comment' | 'file' | 'earlier text' | 'suggestion' | 'tag' | 'slug' | 'member'
  words: Words
  /** What an address has to be about for `opens` to hold: the thread's question, the tag's slug, `members`. */
  home: string
  opens: readonly Viewer[]
  listed: readonly Viewer[]
  /** An object's id, a tag's slug, a file's address. */
  id: string
}

/** One word that all posts have in common. */
export const SHARED = 'heronry'
const SUPPORT = { slug_name: 'support' }
const PENDING = 11
const SPAM = 57

/** Uploads a text file, which nobody finds but by its address. */
const upload = async (w: World, person: TestUser, text: string) => {
  const form = new FormData()
  form.set('source', 'post_attachment')
  form.set('file', new Blob([text]), 'notes.txt')
  const packed = new Response(form)
  const response = await w.server.inject({
    method: 'POST',
    url: pathOf(uploadFile),
    payload: Buffer.from(await packed.arrayBuffer()),
    headers: { 'content-type': packed.headers.get('content-type')!, authorization: person.token },
  })
  return new URL(response.json<{ data: string }>().data).pathname
}

const people = async ({ given }: World) => {
  const rank = 5000
  return {
    nobody: undefined,
    newcomer: await given.member({ name: 'newcomer', active: false }),
    member: await given.member({ name: 'member', rank }),
    asker: await given.member({ name: 'asker', rank }),
    answerer: await given.member({ name: 'answerer', rank }),
    commenter: await given.member({ name: 'commenter', rank }),
    suspended: await given.member({ name: 'suspended', rank }),
    moderator: await given.moderator({ name: 'moderator' }),
    admin: await given.admin(),
  }
}

/** What one finds of a post at each of the databases' own states. */
const CHANGES: Partial<Record<State, Partial<Post>>> = { pending: { status: PENDING } }

const DUPLICATE = 60

/** A site with a thing for each row of the table, all of them in plain sight yet; `hide` brings each into its state. */
export const plantScene = async (w: World) => {
  const who = await people(w)
  const t = threads(w)
  await w
    .as(who.admin)
    .call(saveWriteSettings, { body: { restrict_answer: false, authorized_attachment_extensions: ['txt'] } })
  const things: Thing[] = []
  const hiding: (() => Promise<unknown>)[] = []
  let count = 0
  const plant = (thing: Omit<Thing, 'words'> & { words?: Words }): Thing => {
    const planted = { words: wordsFor(count++), ...thing }
    things.push(planted)
    return planted
  }

  const hub = await t.ask(who.member, `A ${SHARED} with links to everything`)
  const body = ({ secret, key }: Words, file: string) =>
    `${secret} ${key} of the ${SHARED}. See #${hub} and [notes](${file}).`

  /** A text, its earlier form and the file in it; all three are seen by the same people. */
  const written = async (row: Row, author: TestUser) => {
    const seen = { opens: row.opens, listed: row.listed }
    const [words, former, inFile] = [wordsFor(count++), wordsFor(count++), wordsFor(count++)]
    const file = await upload(w, author, `${inFile.secret} ${inFile.key}`)
    const about = (home: string, id: string, kind: 'question' | 'answer' | 'comment') => {
      const name = nameOf(row)
      if (kind !== 'comment')
        plant({ name: `the earlier text of ${name}`, kind: 'earlier text', words: former, home, id, ...seen })
      plant({ name: `the file in ${name}`, kind: 'file', words: inFile, home: file, id: file, ...seen })
      plant({ name, kind, words, home, id, ...seen })
    }
    return {
      words,
      former: `${former.secret} ${former.key} stood here.`,
      text: body(words, file),
      title: `${words.secret} ${words.key} of the ${SHARED}?`,
      about,
    }
  }

  const ask = async (row: Row) => {
    const asker = who[row.asked_by ?? 'asker']!
    const { former, text, title, about } = await written(row, asker)
    const id = await w.as(asker).call(askQuestion, { body: { title, content: former, tags: [SUPPORT] } })
    await w.as(asker).call(editQuestion, { body: { id: id.id, title, content: text, tags: [SUPPORT] } })
    about(id.id, id.id, 'question')
    return id.id
  }
  const answer = async (row: Row, question: string) => {
    const { former, text, about } = await written(row, who.answerer)
    const id = await t.answer(who.answerer, question, former)
    await w.as(who.answerer).call(editAnswer, { body: { id, content: text } })
    about(question, id, 'answer')
    if (row.answer === 'normal' && !row.asked_by) await t.accept(who.asker, question, id)
    return id
  }
  const comment = async (row: Row, question: string, post: string) => {
    const { text, about } = await written(row, who.commenter)
    const id = await t.comment(who.commenter, post, { original_text: text })
    about(question, id, 'comment')
    return id
  }

  const changePost = (kind: Post['kind'], question: string, id: string, changes: Partial<Post>) =>
    w.app.transaction(async (tx) => {
      const [object_id, question_id] = [numberOf(kind, id), numberOf('question', question)]
      await updatePost(tx.db, object_id, changes)
      if (changes.status === PENDING)
        await insertReview(tx.db, {
          post_id: object_id,
          question_id,
          user_id: who.asker.id,
          status: 1,
          reviewer: '',
          reason: '',
          created_at: tx.now(),
        })
      const fact = { actor_id: who.moderator.id, object_type: kind, object_id, question_id, kind, revision_id: 0 }
      // No call does this yet. As one would, it says that the post has changed, so that caches and the search index follow.
      await (kind === 'question'
        ? tx.emit('question.edited', { ...fact, tag_ids: [], former_tag_ids: [] })
        : tx.emit('answer.edited', fact))
    })
  const setState = (kind: Post['kind'], question: string, id: string, state: State) => {
    if (state === 'normal') return
    // As a duplicate of one that is deleted afterwards: its title mustn't stand there any more.
    if (state === 'closed')
      return hiding.push(() =>
        w.as(who.moderator).call(closeQuestion, {
          body: {
            id,
            close_type: DUPLICATE,
            close_msg: `http://world.example/questions/${questions.get('deleted asker')}`,
          },
        }),
      )
    if (state === 'pinned' || state === 'unlisted')
      return hiding.push(() =>
        w.as(who.moderator).call(operateQuestion, { body: { id, operation: state === 'pinned' ? 'pin' : 'hide' } }),
      )
    hiding.push(() =>
      state === 'deleted'
        ? w.as(who.moderator).call(kind === 'question' ? deleteQuestion : deleteAnswer, { body: { id } })
        : changePost(kind, question, id, CHANGES[state]!),
    )
  }
  const setCommentState = (id: string, state: State) => {
    if (state === 'deleted') hiding.push(() => w.as(who.commenter).call(deleteComment, { body: { comment_id: id } }))
    if (state !== 'pending') return
    hiding.push(() =>
      w.app.transaction(async (tx) => {
        const object_id = numberOf('comment', id)
        await updateComment(tx.db, object_id, { status: PENDING })
        const comment = (await findComment(tx.db, object_id))!
        await holdBackComment(tx, comment, { verdict: 'waiting', reviewer: '', reason: '', failed: false })
      }),
    )
  }

  const questions = new Map<string, string>()
  const answers = new Map<string, string>()
  const threadOf = ({ question, asked_by = 'asker' }: Row) => `${question} ${asked_by}`
  const inDepth = (depth: number) =>
    ROWS.filter((row) => Number(row.answer !== undefined) + 2 * Number(row.comment !== undefined) === depth)
  for (const row of inDepth(0)) questions.set(threadOf(row), await ask(row))
  for (const row of inDepth(1)) {
    const question = questions.get(threadOf(row))!
    const id = await answer(row, question)
    answers.set(`${question} ${row.answer}`, id)
    setState('answer', question, id, row.answer!)
  }
  for (const row of [...inDepth(2), ...inDepth(3)]) {
    const question = questions.get(threadOf(row))!
    const id = await comment(row, question, row.answer ? answers.get(`${question} ${row.answer}`)! : question)
    setCommentState(id, row.comment!)
  }
  const posts = [...questions.values(), ...answers.values()]

  // Suggested edits are for those who could edit the same thing and can see it; those of deleted things wait for nobody.
  const suggester = await w.given.member({ name: 'suggester', rank: 150 })
  const suggest = async (row: Row, opens: Thing['opens'], listed: Thing['listed']) => {
    const [home, words, inFile] = [questions.get(threadOf(row))!, wordsFor(count++), wordsFor(count++)]
    const file = await upload(w, suggester, `${inFile.secret} ${inFile.key}`)
    plant({
      name: `the file in an edit suggested for ${nameOf(row)}`,
      kind: 'file',
      words: inFile,
      home: file,
      id: file,
      opens,
      listed,
    })
    await w.as(suggester).call(editQuestion, {
      body: {
        id: home,
        title: `${words.secret} ${words.key}?`,
        content: `${words.secret} ${words.key} is better, see [it](http://world.example${file}).`,
        tags: [SUPPORT],
        edit_summary: words.secret,
      },
    })
    plant({ name: `an edit suggested for ${nameOf(row)}`, kind: 'suggestion', words, home, id: home, opens, listed })
  }
  const editors: Thing['opens'] = ['member', 'asker', 'answerer', 'commenter', 'moderator', 'admin']
  await suggest({ question: 'normal', opens: [], listed: [] }, editors, editors)
  await suggest({ question: 'closed', opens: [], listed: [] }, editors, editors)
  await suggest({ question: 'deleted', opens: [], listed: [] }, ['asker', 'moderator', 'admin'], [])
  // One that a reviewer holds is for the staff, and for nobody else who could edit the same.
  w.app.reviewers.push({ slug_name: 'careful', review: () => ({ verdict: 'waiting' }) })
  await suggest({ question: 'pinned', opens: [], listed: [] }, ['moderator', 'admin'], ['moderator', 'admin'])
  w.app.reviewers.length = 0
  const origins = new Map<string, string>()
  for (const { kind, id, home } of things)
    if (kind === 'question' || kind === 'answer') {
      const key = String(1000 + origins.size)
      origins.set(key, home)
      await w.app.transaction((tx) => insertOrigins(tx.db, 'elsewhere', 'post', [[key, numberOf(kind, id)]]))
    }
  for (const voter of [who.member, who.commenter]) for (const post of posts) await t.vote(voter, 'up', post)

  for (const id of questions.values()) {
    await w.as(who.member).call(switchCollection, { body: { object_id: id, bookmark: true } })
    await w.as(who.member).call(follow, { body: { object_id: id } })
    await w.as(who.member).call(saveDraft, { body: { name: `answer:${id}`, fields: { content: 'Not yet.' } } })
  }

  // Everything is flagged: the staff find it in their queue, whatever becomes of it.
  for (const { kind, id } of things)
    if (kind === 'question' || kind === 'answer' || kind === 'comment')
      await w.as(who.member).call(flagPost, { body: { object_id: id, report_type: SPAM } })

  // Tags: one as it should be, one that is deleted, and another word for that one.
  const tags = (['tag', 'deleted tag', 'tag'] as const).map((kind, place) => {
    const name = place === 2 ? 'another word for a deleted tag' : kind
    const slug = wordsFor(count++)
    const id = `${slug.key}-${slug.secret}`
    plant({ name: `the slug of ${name}`, kind: 'slug', words: slug, home: id, id, ...OTHERS[kind] })
    return plant({ name, kind: 'tag', words: wordsFor(count++), home: id, id, ...OTHERS[kind] })
  })
  for (const { id, words } of tags)
    await w.as(who.moderator).call(createTag, {
      body: {
        slug_name: id,
        display_name: `${words.key} ${words.secret}`,
        original_text: `What ${words.secret} is about.`,
      },
    })
  await w.as(who.member).call(followTags, { body: { slug_name_list: tags.map(({ id }) => id) } })
  const links = [...questions.values()].map((id) => `#${id}`).join(' ')
  await w.as(who.member).call(editQuestion, {
    body: {
      id: hub,
      title: `A ${SHARED} with links to everything`,
      content: `See ${links}.`,
      tags: [SUPPORT, ...tags.map(({ id }) => ({ slug_name: id }))],
    },
  })
  hiding.push(() =>
    w.app.transaction(async (tx) => {
      const [deleted, synonym] = [
        (await findTagBySlug(tx.db, tags[1]!.id))!,
        (await findTagBySlug(tx.db, tags[2]!.id))!,
      ]
      await updateTag(tx.db, deleted.id, { status: 10 })
      await updateTag(tx.db, synonym.id, { main_tag_id: deleted.id })
      await tx.emit('tag.created', {
        actor_id: who.admin.id,
        object_type: 'tag',
        object_id: deleted.id,
        question_id: 0,
      }) // a change of tags, for the caches
    }),
  )

  // Somebody who is gone: nothing but a number is left.
  const goneWords = wordsFor(count++)
  const gone = await w.given.member({ name: goneWords.secret, rank: 500 })
  await t.comment(gone, await t.answer(gone, hub))
  await w.as(gone).call(react, { body: { object_id: hub, emoji: 'heart', reaction: 'activate' } })
  await w.as(who.member).call(invite, { body: { id: hub, invite_user: [gone.username] } })
  await w.as(gone).call(flagPost, { body: { object_id: hub, report_type: SPAM } })
  plant({
    name: 'a deleted member',
    kind: 'member',
    words: goneWords,
    home: 'members',
    id: String(gone.id),
    ...OTHERS['deleted member'],
  })
  hiding.push(() => w.as(who.admin).call(setUserStatus, { body: { user_id: String(gone.id), status: 'deleted' } }))

  for (const [thread, id] of questions) {
    const row = ROWS.find((one) => threadOf(one) === thread)!
    setState('question', id, id, row.question)
  }
  hiding.push(() =>
    w.as(who.admin).call(setUserStatus, { body: { user_id: String(who.suspended.id), status: 'suspended' } }),
  )
  await w.settle()

  /** Each text there is or was, with what it is about; a suggested one too. */
  const kept = await w.app.db.selectFrom('revisions').select(['id', 'object_type', 'object_id']).execute()
  const homeOf = new Map<string, string>(
    things.flatMap(({ kind, id, home }) =>
      kind === 'question' || kind === 'answer' ? [[`${kind} ${numberOf(kind, id)}`, home] as [string, string]] : [],
    ),
  )
  const slugsById = new Map<string, string>(
    (await w.app.db.selectFrom('tags').select(['id', 'slug_name']).execute()).map((tag): [string, string] => [
      `tag ${tag.id}`,
      tag.slug_name,
    ]),
  )
  const texts = new Map(
    kept.map(({ id, object_type, object_id }) => [
      String(id),
      homeOf.get(`${object_type} ${object_id}`) ?? slugsById.get(`${object_type} ${object_id}`) ?? hub,
    ]),
  )
  const aboutPosts = things.flatMap(({ kind, id, home }) =>
    kind === 'question' || kind === 'answer' ? [{ id, home }] : [],
  )
  const aboutTags = [...slugsById].map(([name, home]) => ({ id: objectId('tag', Number(name.slice(4))), home }))

  return {
    w,
    who,
    things,
    hub,
    texts,
    aboutPosts,
    aboutTags,
    origins,
    questions: [hub, ...questions.values()],
    answers: [...answers.values()],
    gone,
    of: (kind: Thing['kind']) => things.filter((thing) => thing.kind === kind),
    hide: async () => {
      for (const step of hiding) await step()
    },
  }
}
export type Scene = Awaited<ReturnType<typeof plantScene>>
