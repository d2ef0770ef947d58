import { Type, type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import * as limits from './limits.ts'
import { Done, nullable, oneOf, partly, span, text } from './shapes.ts'
import { Option } from './site-settings.ts'

const admin = { prefix: 'admin', access: 'admin', visibility: 'staff', rate: 'admin' } as const

const smtpText = text({ max: limits.SMTP_TEXT_MAX })
export const Smtp = Type.Object({
  from_email: text({ max: limits.SMTP_TEXT_MAX }, 'optional-email'),
  from_name: text({ max: limits.SMTP_TEXT_MAX }, 'not-an-email'),
  smtp_host: smtpText,
  smtp_port: span(limits.PORT),
  encryption: oneOf(['', 'SSL', 'TLS']),
  smtp_username: smtpText,
  smtp_password: smtpText,
  smtp_authentication: Type.Boolean(),
})
export type Smtp = Static<typeof Smtp>
/** The ports where mail servers accept e-mails from programs, by encryption. */
export const SMTP_PORTS: Record<Smtp['encryption'], number> = { '': 25, TLS: 587, SSL: 465 }
export const smtpSettings = endpoint({
  ...admin,
  method: 'GET',
  path: '/setting/smtp',
  summary: 'How mail is sent',
  reply: Smtp,
})
/** What a test e-mail made the site and the mail server say, in order and without passwords; also in `data` of a refusal. */
export const SmtpConversation = Type.Object({
  conversation: Type.Array(Type.Object({ by: oneOf(['site', 'server']), text: Type.String() })),
})
export type SmtpConversation = Static<typeof SmtpConversation>
export const saveSmtpSettings = endpoint({
  ...admin,
  method: 'PUT',
  path: '/setting/smtp',
  summary: 'Say how mail is sent, and try it',
  body: Type.Object({
    ...partly(Smtp).properties,
    test_email_recipient: Type.Optional(text({ max: limits.EMAIL_MAX }, 'optional-email')),
  }),
  /** Null without a test. */
  reply: nullable(SmtpConversation),
})

export const PrivilegeLevel = oneOf([1, 2, 3, 99])
export type PrivilegeLevel = Static<typeof PrivilegeLevel>
export const PrivilegeFigure = Type.Object({
  key: Type.String(),
  label: Type.String(),
  value: Type.Integer({ minimum: limits.PRIVILEGE_MIN }),
})
export type PrivilegeFigure = Static<typeof PrivilegeFigure>
export const PrivilegeSettings = Type.Object({
  options: Type.Array(
    Type.Object({ level: PrivilegeLevel, level_desc: Type.String(), privileges: Type.Array(PrivilegeFigure) }),
  ),
  selected_level: PrivilegeLevel,
})
export type PrivilegeSettings = Static<typeof PrivilegeSettings>
export const privilegeSettings = endpoint({
  ...admin,
  method: 'GET',
  path: '/setting/privileges',
  summary: 'Reputation asked for each action, and the presets',
  reply: PrivilegeSettings,
})
export const savePrivilegeSettings = endpoint({
  ...admin,
  method: 'PUT',
  path: '/setting/privileges',
  summary: 'Choose a preset, or own figures (level 99)',
  body: Type.Object({
    level: PrivilegeLevel,
    custom_privileges: Type.Optional(
      Type.Array(
        Type.Object({
          key: Type.String({ minLength: 1, maxLength: 100 }),
          value: Type.Integer({ minimum: limits.PRIVILEGE_MIN }),
        }),
        { maxItems: 100 },
      ),
    ),
  }),
  reply: Done,
})

export const themeOptions = endpoint({
  ...admin,
  method: 'GET',
  path: '/theme/options',
  summary: 'Themes there are',
  reply: Type.Array(Option),
})

export const Role = Type.Object({ id: Type.Integer(), name: Type.String(), description: Type.String() })
export type Role = Static<typeof Role>
export const roles = endpoint({
  ...admin,
  method: 'GET',
  path: '/roles',
  summary: 'Roles a member can have',
  reply: Type.Array(Role),
})
