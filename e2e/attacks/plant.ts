import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { AnswerAndQuestion } from '@askwell/contract/answers.ts'
import type { QuestionInfo } from '@askwell/contract/questions.ts'
import { admin, type TestUser, register } from '../people.ts'
import type { Site } from '../site.ts'
import { dressed } from './payloads.ts'

const API = '/answer/api/v1'
const ADMIN = '/answer/admin/api'
// A red dot on white, 2 by 2.
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==',
  'base64',
)

type Body = Record<string, unknown>
type Wrong = { error_field: string }[] | null

/** How often a field took a text, had it written into its row instead, or had no other way in. */
export interface Figures {
  taken: number
  in_row: number
  refused: number
}

/**
 * Writes texts into every field that a person can fill, by the same calls. What a field refuses is written straight into its row,
 * as an import or an older version may have left it there; stored HTML can't be set in that way.
 */
export const openPlanter = async (site: Site) => {
  const boss = await admin(site)
  const mallory = await register(site, 'Mallory')
  const rows = new DatabaseSync(join(site.data, 'askwell.db'))
  rows.exec('pragma busy_timeout = 10000')
  const figures = new Map<string, Figures>()
  const count = (field: string, how: keyof Figures) => {
    const of = figures.get(field) ?? { taken: 0, in_row: 0, refused: 0 }
    figures.set(field, of)
    of[how]++
  }

  const ask = async (method: string, path: string, { token }: TestUser, body: Body) => {
    const response = await fetch(site.url + path, {
      method,
      headers: { authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const { data } = (await response.json()) as { data: unknown }
    if (response.status !== 200 && response.status !== 400)
      throw new Error(`${method} ${path} ${response.status} for ${JSON.stringify(body).slice(0, 300)}`)
    return { ok: response.status === 200, data }
  }

  /** Is one of these fields somewhere within? */
  const hasField = (value: unknown, fields: string[]): boolean =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(value).some(([name, inner]) => fields.includes(name) || hasField(inner, fields))

  /** Sends the fields; those that are refused are sent once more as `plain`, or left out, and go into their row where there is a way. */
  const offer = async (
    method: string,
    path: string,
    person: TestUser,
    { attacks, plain = {}, rest = {} }: { attacks: Record<string, unknown>; plain?: Body; rest?: Body },
  ) => {
    let reply = await ask(method, path, person, { ...rest, ...attacks })
    const fields = reply.ok ? [] : ((reply.data as Wrong) ?? []).map(({ error_field }) => error_field)
    const wrong = Object.keys(attacks).filter((name) => fields.includes(name) || hasField(attacks[name], fields))
    const left = Object.fromEntries(
      Object.keys(attacks)
        .filter((name) => !wrong.includes(name))
        .map((name) => [name, attacks[name]]),
    )
    if (!reply.ok && Object.keys({ ...plain, ...left }).length === 0) return { data: null, refused: () => true }
    if (!reply.ok) reply = await ask(method, path, person, { ...rest, ...plain, ...left })
    if (!reply.ok)
      throw new Error(
        `${method} ${path} takes neither ${JSON.stringify(attacks).slice(0, 300)} nor the rest of it: ${JSON.stringify(reply.data)}`,
      )
    return { data: reply.data, refused: (name: string) => wrong.includes(name) }
  }
  const note = (field: string, refused: boolean, write?: () => void) => {
    count(field, refused ? (write ? 'in_row' : 'refused') : 'taken')
    if (refused) write?.()
  }
  const number = (id: string) => Number(id.slice(4))
  const long = (text: string) => (text.length < 6 ? text.padEnd(6) + '.' : text)

  return {
    boss,
    mallory,
    figures,

    /** A thread with the text in all of its fields. @returns the question's id. */
    async thread(attack: string, place: number) {
      const slug = `attack-${place}`
      const tag = (display_name: string) => [{ slug_name: slug, display_name, original_text: attack }]
      const asked = await offer('POST', `${API}/question`, boss, {
        attacks: { title: long(attack), content: long(attack), tags: tag(attack.slice(0, 35)) },
        plain: { title: `Attack number ${place}`, content: `Attack number ${place}`, tags: tag(slug) },
      })
      const { id } = asked.data as QuestionInfo
      note('title', asked.refused('title'), () =>
        rows.prepare('update posts set title = ? where id = ?').run(attack, number(id)),
      )
      note('body of a question', asked.refused('content'))
      note('name of a tag', attack.length > 35 || asked.refused('tags'), () =>
        rows.prepare('update tags set display_name = ? where slug_name = ?').run(attack, slug),
      )
      note('description of a tag', false)
      const answered = await offer('POST', `${API}/answer`, boss, {
        attacks: { content: long(dressed(attack, place)) },
        plain: { content: `Answer number ${place}` },
        rest: { question_id: id },
      })
      note('body of an answer', answered.refused('content'))
      const answer = (answered.data as AnswerAndQuestion).info.id
      for (const [object_id, text] of [
        [id, attack],
        [answer, dressed(attack, place + 5)],
      ] as const) {
        const said = await offer('POST', `${API}/comment`, boss, {
          attacks: { original_text: text.padEnd(2) + '.' },
          plain: { original_text: `Comment ${place}` },
          rest: { object_id },
        })
        note('comment', said.refused('original_text'))
      }
      return id
    },

    /** The profile of one member, and all texts of the site that an admin writes, but for their own HTML and CSS. */
    async profileAndSite(attack: string) {
      // Each field by itself where it mostly refuses: a refusal costs nothing, but what is sent beside it would have to be sent again.
      for (const name of ['display_name', 'website', 'location'] as const) {
        const { refused } = await offer('PUT', `${API}/user/info`, mallory, { attacks: { [name]: attack } })
        note(name, refused(name), () =>
          rows.prepare(`update users set ${name} = ? where username = ?`).run(attack, mallory.username),
        )
      }
      const { refused } = await offer('PUT', `${API}/user/info`, mallory, { attacks: { bio: attack } })
      note('bio', refused('bio'))
      const pages: [string, Record<string, unknown>][] = [
        ['general', { name: attack.padEnd(2, '.'), short_description: attack, description: attack }],
        ['general', { contact_email: attack }],
        ['general', { site_url: attack }],
        // An icon may well come from elsewhere, and would look like a request of the attack's.
        [
          'branding',
          {
            logo: attack,
            mobile_logo: attack,
            square_icon: attack,
            ...(!/^\s*https?:/i.test(attack) && { favicon: attack }),
          },
        ],
        ['theme', { theme_config: { default: { navbar_style: attack, primary_color: attack } } }],
        ['write', { authorized_image_extensions: ['jpg', 'png', attack] }],
        ['write', { authorized_attachment_extensions: [attack] }],
        ['seo', { robots: attack }],
        [
          'legal',
          {
            terms_of_service_original_text: attack,
            privacy_policy_original_text: dressed(attack, attack.length),
            terms_of_service_parsed_text: attack,
            privacy_policy_parsed_text: attack,
          },
        ],
      ]
      for (const [page, attacks] of pages) {
        const saved = await offer('PUT', `${ADMIN}/siteinfo/${page}`, boss, { attacks })
        for (const name of Object.keys(attacks)) note(`${page}: ${name}`, saved.refused(name))
      }
      const sender = await offer('PUT', `${ADMIN}/setting/smtp`, boss, { attacks: { from_name: attack } })
      note('sender of mails', sender.refused('from_name'))
      await site.call('POST', `${API}/user/password/reset`, { body: { e_mail: mallory.e_mail } })
      note('mail', false)
    },

    /** A picture under that name. @returns its address. */
    async file(attack: string) {
      const form = new FormData()
      form.append('source', 'post')
      form.append('file', new File([PICTURE], attack))
      const response = await fetch(`${site.url}${API}/file`, {
        method: 'POST',
        headers: { authorization: boss.token },
        body: form,
      })
      const { data } = (await response.json()) as { data: string | null }
      note('name of a file', response.status !== 200)
      return data ?? ''
    },

    /** Puts HTML where only rendered and sanitized HTML belongs: as if sanitizing had failed. */
    instead(html: string) {
      rows.prepare('update comments set parsed_text = ?').run(html)
    },
    close: () => rows.close(),
  }
}
export type Planter = Awaited<ReturnType<typeof openPlanter>>
