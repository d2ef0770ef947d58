import { isAdmin } from '@askwell/contract/roles.ts'
import type { ProfileDraft } from '@askwell/contract/users.ts'
import type { App } from '../../../../events/events.ts'
import type { Actor } from '../../../../lib/actor.ts'
import { type FieldError, Invalid } from '../../../../lib/errors.ts'
import { LANGUAGES } from '../../../../lib/messages.ts'
import { outsideLinks } from '../../../content/reviewers/policy.ts'
import { ensureShownAtOnce, type From } from '../../../content/reviewers/judge.ts'
import { renderText } from '../../../../workers/texts.ts'
import { type SiteSettings, siteSettings } from '../../../operations/settings/views.ts'
import { tidyName, wrongChosenName } from '../policy.ts'
import * as queries from '../queries.ts'
import { againIfTaken, fact, takeUsername } from '../service.ts'
import type { User, UserChanges } from '../queries.ts'

const SWITCHED = ['display_name', 'username', 'avatar', 'bio', 'website', 'location'] as const

/** What of the profile would really change: clients send it back whole. */
const profileChanges = (user: User, draft: ProfileDraft, default_avatar: SiteSettings['users']['default_avatar']) => {
  const { avatar, ...texts } = draft
  const changed = (
    Object.entries(texts) as [Exclude<(typeof SWITCHED)[number], 'avatar'>, string | undefined][]
  ).filter(([field, value]) => SWITCHED.includes(field) && value !== undefined && value !== user[field])
  // Where the site gives members their Gravatar, to choose that or what the site gives is the same.
  const kind = (type: User['avatar_type']) => (type === 'default' && default_avatar === 'gravatar' ? 'gravatar' : type)
  const other =
    avatar &&
    (kind(avatar.type) !== kind(user.avatar_type) ||
      (avatar.type === 'custom' && !avatar.custom?.endsWith(user.avatar_custom)))
  return {
    texts: Object.fromEntries(changed) as Partial<Record<(typeof changed)[number][0], string>>,
    avatar: other ? avatar : undefined,
  }
}

/** Texts of a profile that are new, judged: there is nowhere for them to wait, so what isn't approved is not taken. */
const ensureProfileTaken = async (
  app: App,
  actor: Actor,
  draft: ProfileDraft,
  bio: { html: string; links: string[] } | undefined,
  from: From,
) => {
  const user = (await queries.findUser(app.db, actor.id))!
  const { texts } = profileChanges(user, draft, 'system')
  const written = (['bio', 'website', 'location', 'display_name'] as const).filter((field) => texts[field])
  if (written.length === 0) return
  const links = [...(texts.bio && bio ? outsideLinks(bio.links) : []), ...(texts.website ? [texts.website] : [])]
  await ensureShownAtOnce(
    app,
    actor,
    {
      object_type: 'profile',
      title: texts.display_name ?? '',
      content: [texts.bio, texts.website, texts.location].filter(Boolean).join('\n'),
      html: texts.bio ? (bio?.html ?? '') : '',
      tags: [],
      links,
      former: `${user.bio}\n${user.website}`,
    },
    from,
    written[0]!,
  )
}

/** Changes one's own profile, as far as the site lets members. */
export const saveProfile = async (app: App, actor: Actor, draft: ProfileDraft, from: From) => {
  const { users: may, general } = await siteSettings(app)
  const sent = { ...draft, ...(draft.display_name !== undefined && { display_name: tidyName(draft.display_name) }) }
  const rendered = draft.bio ? await renderText(draft.bio, { field: 'bio' }) : undefined
  const bio_html = rendered?.html ?? ''
  await ensureProfileTaken(app, actor, sent, rendered, from)
  await againIfTaken(() =>
    app.transaction(async (tx) => {
      const user = (await queries.lockUser(tx.db, actor.id))!
      const { texts, avatar } = profileChanges(user, sent, may.default_avatar)
      const changes: UserChanges = { ...texts, ...(texts.bio !== undefined && { bio_html }) }
      const wrong: FieldError[] = [...Object.keys(texts), ...(avatar ? ['avatar'] : [])]
        .filter((field) => !may[`allow_update_${field}` as keyof typeof may])
        .map((field) => ({ field, reason: 'field.not_changeable' }))
      if (texts.display_name !== undefined) wrong.push(...wrongChosenName('display_name', texts.display_name))
      if (texts.username !== undefined) wrong.push(...(await takeUsername(tx, user, texts.username, isAdmin(actor))))
      if (avatar?.type === 'custom' && may.allow_update_avatar) {
        const path = uploadPath(avatar.custom ?? '', general.site_url)
        if (!path || !(await queries.isOwnAvatar(tx.db, actor.id, path)))
          wrong.push({ field: 'avatar', reason: 'field.not_found' })
        changes.avatar_custom = `/uploads/${path}`
      }
      if (avatar?.type === 'gravatar' && !may.gravatar_base_url)
        wrong.push({ field: 'avatar', reason: 'field.not_a_choice' })
      if (avatar) changes.avatar_type = avatar.type
      if (avatar && avatar.type !== 'custom') changes.avatar_custom = ''
      if (wrong.length) throw new Invalid(wrong)
      if (Object.keys(changes).length === 0) return
      await queries.updateUser(tx.db, actor.id, changes)
      await tx.emit('user.changed', fact(actor.id, actor.id))
      if (avatar?.type === 'gravatar') await tx.emit('user.gravatar_chosen', fact(actor.id, actor.id))
    }),
  )
  return null
}

const SITE = 'http://site.invalid'

/** `avatar/….webp` of an address of ours, however it is written. */
const uploadPath = (address: string, siteUrl: string) => {
  const path = siteUrl && address.startsWith(`${siteUrl}/`) ? address.slice(siteUrl.length) : address
  const url = URL.parse(path, SITE)
  return url?.origin === SITE ? /^\/uploads\/(.+)$/.exec(url.pathname)?.[1] : undefined
}

/** `default` and `Default` mean the site's own; what isn't sent stays. */
export const saveInterface = async (
  app: App,
  actor: Actor,
  { language, color_scheme, editor_face }: { language?: string; color_scheme?: string; editor_face?: string },
) => {
  const own = language && (/^default$/i.test(language) ? '' : language)
  if (own && !LANGUAGES.has(own)) throw new Invalid([{ field: 'language', reason: 'error.lang.not_found' }])
  const changes = {
    ...(own !== undefined && { language: own }),
    ...(color_scheme !== undefined && { color_scheme: color_scheme === 'default' ? '' : color_scheme }),
    ...(editor_face !== undefined && { editor_face }),
  }
  if (Object.keys(changes).length === 0) return null
  await app.transaction(async (tx) => {
    await queries.updateUser(tx.db, actor.id, changes)
    await tx.emit('user.changed', fact(actor.id, actor.id))
  })
  return null
}
