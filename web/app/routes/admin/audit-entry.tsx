import type { AuditEntry } from '@askwell/contract/audit.ts'
import type { KeyIn } from '@askwell/contract/message-keys.ts'
import type { Compared } from '@askwell/contract/revisions.ts'
import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { DiffPart } from '../../components/diff/diff.tsx'
import { UserLink } from '../../components/user/user-card.tsx'
import { useText } from '../../i18n/text.tsx'
import { Link } from '../../ui/link.tsx'
import { Time } from '../../ui/time.tsx'
import { pageOf } from './setting-sections.ts'
import './audit-entry.css'

/** Where one sees what an entry is about; nothing where there is no such page. */
const placeOf = ({ object_type, object_id, question_id, title, name, user }: AuditEntry, forAdmin: boolean) => {
  const question = { id: question_id, url_title: '' }
  switch (object_type) {
    case 'question':
      return title && paths.question(question)
    case 'answer':
      return title && paths.answer(question, object_id)
    case 'comment':
      return title && `${paths.question(question)}#comment-${object_id}`
    case 'tag':
      return title && paths.tagInfo(title)
    case 'badge':
      return forAdmin ? paths.admin(`badges/${object_id}`) : paths.badge(object_id)
    case 'user':
      return forAdmin ? paths.admin(`users/${object_id}`) : user ? paths.user(user.username) : ''
    case 'bulk_act':
      return forAdmin ? paths.admin(`bulk/${object_id}`) : ''
    case 'setting':
      return paths.admin(pageOf(name) ?? '')
    case 'plugin':
      return paths.admin('installed-plugins')
    default:
      return ''
  }
}

/** What it is called, as far as it has a name. */
const nameOf = ({ object_type, object_id, title, name, user }: AuditEntry, section: (name: string) => string) => {
  if (object_type === 'setting') return section(name)
  if (object_type === 'bulk_act') return object_id
  return title || name || (object_type === 'user' ? (user?.display_name ?? '') : '')
}

const FIELDS_SHOWN = 6

/** The names of the fields that have changed, the first few. */
const fieldsIn = ({ stretches }: Compared) => {
  const lines = stretches
    .flatMap(({ rows }) => rows)
    .filter(({ same }) => !same)
    .flatMap(({ before, after }) => [before, after])
    .map((cell) => cell?.pieces.map(({ text }) => text).join('') ?? '')
  const names = [...new Set(lines.map((line) => /^(\w+):/.exec(line)?.[1] ?? '').filter(Boolean))]
  return names.length > FIELDS_SHOWN ? [...names.slice(0, FIELDS_SHOWN), '…'] : names
}

/** One act: who did what to what, when and from where, and what changed. */
export function Entry({ entry, forAdmin, children }: { entry: AuditEntry; forAdmin: boolean; children?: ReactNode }) {
  const t = useText('audit')
  const { action, actor, via, session, user, created_at, changes, comment } = entry
  const key = `did_${action.replaceAll('.', '_')}` as KeyIn<'audit'>
  const said = t(key)
  const name = nameOf(entry, (section) => t(`section_${section}` as KeyIn<'audit'>))
  const place = placeOf(entry, forAdmin)
  const fields = changes ? fieldsIn(changes) : []
  return (
    <li className="audit-entry" id={`entry-${entry.id}`}>
      <p className="audit-did">
        {/* Plugins and later versions may record what has no words here. */}
        <b>{said === `audit.${key}` ? action : said}</b>
        {name && (
          <>
            {': '}
            <bdi>{place ? <Link to={place}>{name}</Link> : name}</bdi>
          </>
        )}
      </p>
      <p className="audit-facts">
        {actor ? <UserLink user={actor} /> : t(via === 'command' ? 'by_command' : 'by_site')} ·{' '}
        <Time at={created_at} exact />
        {via === 'token' && ` · ${t('via_token')}`}
        {session &&
          ` · ${[t('via_session', { id: session.id }), session.browser, session.system].filter(Boolean).join(', ')}`}
        {user && user.id !== actor?.id && entry.object_type !== 'user' && (
          <>
            {' · '}
            <bdi>{t('of_member', { name: user.display_name })}</bdi>
          </>
        )}
      </p>
      {comment && (
        <blockquote className="audit-comment" dir="auto">
          {comment.text}
        </blockquote>
      )}
      {changes && (
        <details className="audit-changes">
          <summary>
            {t('changes')}
            {fields.length > 0 && (
              <>
                {': '}
                <code dir="ltr">{fields.join(', ')}</code>
              </>
            )}
          </summary>
          <div className="diff">
            <DiffPart label={t('legend')} {...changes} />
          </div>
        </details>
      )}
      {children}
    </li>
  )
}
