import { Type, type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { AUDIT_DAYS_MAX, AUDIT_PAGE } from './limits.ts'
import { Compared } from './revisions.ts'
import { Done, nullable, oneOf, pageSize, Time, UserChip } from './shapes.ts'

/** What acts are about: the noun before the dot of an action. */
export const AUDIT_KINDS = [
  'question',
  'answer',
  'comment',
  'tag',
  'review',
  'report',
  'revision',
  'reputation',
  'suspension',
  'user',
  'badge',
  'setting',
  'plugin',
  'token',
  'mail',
  'task',
  'command',
  'site',
  'bulk',
  'backup',
  'job',
  'invitation',
  'announcement',
  'maintenance',
  'export',
  'import',
  'storage',
] as const

/** The kinds that every moderator sees; the others are for admins. */
export const MODERATION_KINDS: readonly (typeof AUDIT_KINDS)[number][] = AUDIT_KINDS.slice(
  0,
  AUDIT_KINDS.indexOf('user'),
)

export const AuditEntry = Type.Object({
  id: Type.String(),
  created_at: Time,
  /** A noun and what happened to it: `question.closed`. */
  action: Type.String(),
  /** Who did it; null for the command line and the site itself. */
  actor: nullable(UserChip),
  via: oneOf(['session', 'token', 'command', 'site']),
  /** From where, as far as the session is still there; for admins only. */
  session: nullable(Type.Object({ id: Type.String(), browser: Type.String(), system: Type.String() })),
  object_type: Type.String(),
  /** As everywhere in the API; empty for what has a name and no number. */
  object_id: Type.String(),
  /** A section of the settings, a plugin, a command. */
  name: Type.String(),
  /** What the thing is called, where it still is. */
  title: Type.String(),
  question_id: Type.String(),
  /** Whom it was done to, or whose the thing is. */
  user: nullable(UserChip),
  /** What it was, compared with what it is since; null where there is nothing to compare. */
  changes: nullable(Compared),
  /** The text of a comment, and whether it is deleted and can be brought back. */
  comment: nullable(Type.Object({ text: Type.String(), restorable: Type.Boolean() })),
})
export type AuditEntry = Static<typeof AuditEntry>

/** As `2026-11-22`; anything else is no bound. */
const Day = Type.String({ maxLength: 20, default: '' })

export const AuditFilter = Type.Object({
  /** Entries before this one; empty for the latest. */
  before: Type.String({ maxLength: 20, default: '' }),
  page_size: pageSize(AUDIT_PAGE),
  /** The username of the one who did it. */
  actor: Type.String({ maxLength: 100, default: '' }),
  kind: oneOf(['', ...AUDIT_KINDS], { default: '' }),
  /** On what or whom: an address of this site, an id, a username. */
  about: Type.String({ maxLength: 500, default: '' }),
  /** The first and the last day, in the time zone of the site; empty for no bound. */
  from: Day,
  to: Day,
})
export type AuditFilter = Static<typeof AuditFilter>

const staff = { prefix: 'admin', access: 'moderator', visibility: 'staff', rate: 'admin' } as const

/** Ours. Moderators get the acts of moderation only. */
export const auditLog = endpoint({
  ...staff,
  method: 'GET',
  path: '/audit',
  summary: 'What staff and the command line have done, the latest first',
  query: AuditFilter,
  reply: Type.Object({
    list: Type.Array(AuditEntry),
    /** Where the next page begins; empty on the last. */
    next: Type.String(),
    /** Names in the filter that nothing answers to. */
    unknown: Type.Array(oneOf(['actor', 'about'])),
  }),
})

/** Ours: how long entries stay, in days; 0: for good. */
export const AuditSettings = Type.Object({ audit_days: Type.Integer({ minimum: 0, maximum: AUDIT_DAYS_MAX }) })
export type AuditSettings = Static<typeof AuditSettings>
const admin = { ...staff, access: 'admin', path: '/siteinfo/audit' } as const
export const auditSettings = endpoint({
  ...admin,
  method: 'GET',
  summary: 'How long the audit log goes back',
  reply: AuditSettings,
})
export const saveAuditSettings = endpoint({
  ...admin,
  method: 'PUT',
  summary: 'Save how long the audit log goes back',
  body: AuditSettings,
  reply: Done,
})
