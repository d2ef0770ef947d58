import type { App } from '../../../events/events.ts'
import { createArchive } from '../../../lib/archive.ts'
import { urlTitle } from '../../../lib/slug.ts'
import { findChoices } from '../../outbound/email/queries.ts'
import { listNoticesTo } from '../../outbound/notifications/queries.ts'
import { listUserSettings } from '../plugins/queries.ts'
import { isSecretKey, listStoredOfUser } from '../plugins/storage/queries.ts'
import { readUpload } from '../files/stores/of-site.ts'
import { findSettings } from '../settings/queries.ts'
import * as queries from './queries.ts'

export const FORMAT = 1
/** Rows read at once. */
export const BATCH = 200

export const time = (seconds: number) => new Date(seconds * 1000).toISOString()

// Every JSON value is a YAML value too, so that no title can break the head of its file.
export const head = (facts: Record<string, unknown>) =>
  `---\n${Object.entries(facts)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`)
    .join('')}---\n`

const HIDDEN = 10

type Own = Awaited<ReturnType<typeof queries.listPostsBy>>[number]

const ownMarkdown = ({ id, kind, question_id, title, original_text, score, status, created_at }: Own) =>
  `${head({ id, kind, ...(kind === 'answer' && { question_id }), title, created_at: time(created_at), score, ...(status >= HIDDEN && { hidden: true }) })}\n${kind === 'question' ? `# ${title}\n\n` : ''}${original_text}\n`

/** All rows in order, as lines; `each` is called for every one. */
const lines = async <T extends { id: number }>(
  list: (after: number, limit: number) => Promise<T[]>,
  each: (row: T) => Promise<unknown> = async () => {},
) => {
  const written: string[] = []
  for (let after = 0; ;) {
    const rows = await list(after, BATCH)
    if (rows.length === 0) return Buffer.from(written.join(''))
    for (const row of rows) {
      written.push(`${JSON.stringify(row)}\n`)
      await each(row)
    }
    after = rows.at(-1)!.id
  }
}

/** A member's own data, for them to take along: JSON for programs, Markdown for people, and their uploads. Nothing of anybody else is in it. */
export const writeOwnArchive = async (app: App, user_id: number, file: string) => {
  const archive = createArchive(file, new Date(app.clock.now() * 1000))
  const [from, written] = [app.db, new Set<string>()]
  const add = (name: string, content: unknown) =>
    archive.add(
      name,
      Buffer.isBuffer(content)
        ? content
        : Buffer.from(typeof content === 'string' ? content : `${JSON.stringify(content, null, 1)}\n`),
    )
  try {
    const { general } = (await findSettings(from, ['general'])) as Record<string, Record<string, unknown>>
    await add('site.json', {
      askwell_member_archive: FORMAT,
      made_at: time(app.clock.now()),
      name: general?.name,
      site_url: general?.site_url,
    })
    await add('profile.json', {
      ...(await queries.findProfile(from, user_id)),
      former_usernames: await queries.listFormerNames(from, user_id),
      mails: await findChoices(from, user_id),
    })
    await add(
      'posts.jsonl',
      await lines(
        (after, limit) => queries.listPostsBy(from, user_id, after, limit),
        (post) => add(`${post.kind}s/${post.id}-${urlTitle(post.title).slice(0, 50)}.md`, ownMarkdown(post)),
      ),
    )
    await add('comments.jsonl', await lines((after, limit) => queries.listCommentsBy(from, user_id, after, limit)))
    await add('votes.jsonl', await lines((after, limit) => queries.listVotesBy(from, user_id, after, limit)))
    await add('reputation.jsonl', await lines((after, limit) => queries.listReputationOf(from, user_id, after, limit)))
    await add('following.json', await queries.listFollowedBy(from, user_id))
    await add('bookmarks.json', await queries.listCollectedBy(from, user_id))
    await add('drafts.json', await queries.listDraftsOf(from, user_id))
    await add('reactions.json', await queries.listReactionsBy(from, user_id))
    await add('logins.json', await queries.listLoginsOf(from, user_id))
    await add('plugins.json', await listUserSettings(from, user_id))
    const stored = await listStoredOfUser(from, user_id)
    await add(
      'plugin-data.json',
      stored.filter(({ key }) => !isSecretKey(key)),
    )
    await add('plugin-messages.json', await listNoticesTo(from, user_id))
    await add(
      'uploads.jsonl',
      await lines(
        (after, limit) => queries.listUploadsBy(from, user_id, after, limit),
        async ({ path }) => {
          const content = written.has(path) ? undefined : await readUpload(app, path)
          written.add(path)
          if (content) await add(`uploads/${path}`, content)
        },
      ),
    )
    await archive.close()
  } catch (error) {
    await archive.abandon()
    throw error
  }
}
