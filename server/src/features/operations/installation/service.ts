import type { DatabaseChoice, FirstSite } from '@askwell/contract/installation.ts'
import type { KeyIn } from '@askwell/contract/message-keys.ts'
import { ROLE } from '@askwell/contract/roles.ts'
import { saveInFile } from '../../../config.ts'
import { advisoryLock } from '../../../db/dialect.ts'
import type { App, Tx } from '../../../events/events.ts'
import { hashPassword } from '../../../lib/passwords.ts'
import { BadRequest, Invalid, AppError, Forbidden } from '../../../lib/errors.ts'
import { usernameFrom } from '../../../lib/slug.ts'
import { LANGUAGES, translate } from '../../../lib/messages.ts'
import type { Runtime } from '../../../runtime.ts'
import { addAnswer } from '../../content/posts/answers/writing/service.ts'
import { asWritten } from '../../content/posts/service.ts'
import { addQuestion } from '../../content/posts/questions/asking/service.ts'
import { findSetting, saveSetting } from '../settings/queries.ts'
import { writeSection } from '../settings/save-section.ts'
import { addTag, describeTags } from '../../content/tags/add-tag.ts'
import { isReserved, tidyName, wrongName } from '../../users/users/policy.ts'
import { createUser } from '../../users/users/service.ts'
import { databaseUrls, wrongDatabase } from './policy.ts'
import { reach } from './queries.ts'

const messageOf = (error: unknown) => (error as Error).message || (error as { code?: string }).code || String(error)

/** The first of the addresses that leads to a database. Flags and environment win over the form. */
const findDatabase = async ({ config }: Runtime, choice: DatabaseChoice) => {
  if (!config.databaseGiven) {
    const wrong = wrongDatabase(choice)
    if (wrong.length) throw new Invalid(wrong)
  }
  let problem: unknown
  for (const url of config.databaseGiven ? [config.database] : databaseUrls(choice, config.data)) {
    try {
      await reach(url)
      return url
    } catch (error) {
      problem ??= error
    }
  }
  if (problem instanceof AppError) throw problem
  throw new BadRequest('error.database.connection_failed', {
    values: { message: messageOf(problem) },
    data: { err_type: 'alert' },
  })
}

export const checkDatabase = async (runtime: Runtime, choice: DatabaseChoice) => {
  await findDatabase(runtime, choice)
  return { connection_success: true }
}

const turns = new WeakMap<Runtime, Promise<unknown>>()
/** One step at a time, however often somebody clicks; a late step finds the site installed. */
const inTurn = <T>(runtime: Runtime, step: () => Promise<T>): Promise<T> => {
  const mine = (turns.get(runtime) ?? Promise.resolve()).then(() => {
    if (runtime.app) throw new Forbidden('base.already_installed')
    return step()
  })
  turns.set(
    runtime,
    mine.catch(() => {}),
  )
  return mine
}

/** Opens the database, makes the tables and stores the choice for the next start. */
export const chooseDatabase = (runtime: Runtime, choice: DatabaseChoice) =>
  inTurn(runtime, async () => {
    const database = await findDatabase(runtime, choice)
    try {
      await runtime.open(database)
    } catch (error) {
      await runtime.close()
      throw new BadRequest('error.database.create_table_failed', {
        values: { message: messageOf(error) },
        data: { err_type: 'alert' },
      })
    }
    if (!runtime.config.databaseGiven)
      try {
        saveInFile(runtime.config.data, { database })
      } catch (error) {
        runtime.report(error, 'keeping the choice of database')
        await runtime.close()
        throw new BadRequest('error.install.create_config_failed', { data: { err_type: 'alert' } })
      }
    return null
  })

const saveSettings = async (tx: Tx, admin: number, first: FirstSite) => {
  const site_url = first.site_url.trim().replace(/\/+$/, '')
  await writeSection(tx, admin, 'general', {
    name: first.site_name.trim(),
    site_url,
    contact_email: first.contact_email,
  })
  await writeSection(tx, admin, 'interface', {
    language: first.lang,
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  })
  await writeSection(tx, admin, 'login', { login_required: first.login_required })
  await writeSection(tx, admin, 'legal', { external_content_display: first.external_content_display })
}

const makeAdmin = (tx: Tx, { email }: FirstSite, display_name: string, password_hash: string) => {
  const username = usernameFrom(display_name)
  return createUser(tx, {
    display_name,
    e_mail: email,
    password_hash,
    activated: true,
    role_id: ROLE.admin,
    ...(!isReserved(username, true) && { username }),
  })
}

/** The first contents of a new site, rendered before the transaction. */
const firstContent = async (app: App, language: string) => {
  const word = (key: KeyIn<'install_content'>) => translate(language, `install_content.${key}`)
  return {
    tag: (await describeTags([{ slug_name: 'support', original_text: word('tag.description') }], 'lang'))[0]!,
    questions: await Promise.all(
      (['about_reputation', 'about_tags'] as const).map(async (key) => ({
        title: word(`${key}.title`),
        question: await asWritten(app, 'question', word(`${key}.question`)),
        answer: await asWritten(app, 'answer', word(`${key}.answer`)),
      })),
    ),
  }
}

const addContent = async (tx: Tx, user_id: number, { tag, questions }: Awaited<ReturnType<typeof firstContent>>) => {
  const { id } = await addTag(tx, user_id, tag)
  for (const { title, question, answer } of questions) {
    const question_id = await addQuestion(tx, { user_id, title, text: question, tag_ids: [id] })
    await addAnswer(tx, { question_id, user_id, text: answer })
  }
}

/** Names the site and its admin, all at once; from then on this process serves it. For the wizard and the command line. */
export const installSite = (runtime: Runtime, first: FirstSite) =>
  inTurn(runtime, async () => {
    const app = runtime.prepared
    if (!app)
      throw new BadRequest('error.database.connection_failed', { values: { message: '' }, data: { err_type: 'alert' } })
    const display_name = tidyName(first.name)
    const wrong = [
      ...wrongName('name', display_name),
      ...(LANGUAGES.has(first.lang) ? [] : [{ field: 'lang', reason: 'error.lang.not_found' }]),
    ]
    if (wrong.length) throw new Invalid(wrong)
    const password_hash = await hashPassword(first.password)
    const content = await firstContent(app, first.lang)
    await app.transaction(async (tx) => {
      await advisoryLock(tx.db, 'installation')
      if (await findSetting(tx.db, 'installed')) throw new Forbidden('base.already_installed')
      const admin = await makeAdmin(tx, first, display_name, password_hash)
      await saveSettings(tx, admin, first)
      await addContent(tx, admin, content)
      await saveSetting(tx.db, 'installed', true, tx.now())
    })
    await runtime.goLive()
    return null
  })
