import type { ConnectorPart, ExternalIdentity, PasswordConnectorPart, SignIn } from '@askwell/plugin-kit'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import { call, flag, port, settingName } from './port.ts'
import type { Asking } from './running.ts'

const words = Type.Optional(Type.String({ maxLength: 500 }))

export const begin = call<SignIn>()(15_000, Type.String({ pattern: '^https?://', maxLength: 8000 }))
const identity = Type.Object({
  external_id: Type.String({ minLength: 1, maxLength: 128 }),
  username: words,
  display_name: words,
  e_mail: words,
  e_mail_verified: Type.Boolean(),
})
export const finish = call<Parameters<ConnectorPart['finish']>[0]>()(
  15_000,
  Type.Union([Type.Object({ refused: Type.Literal(true) }), identity]),
)
const check = call<Parameters<PasswordConnectorPart['check']>[0]>()(
  15_000,
  Type.Union([Type.Object({ wrong: Type.Literal(true) }), identity]),
)
const metadata = call<Pick<SignIn, 'redirect_uri'>>()(5000, Type.String({ minLength: 1, maxLength: 100_000 }))

export const connector = port({
  keys: {
    tried: settingName('tried', 'address', 'text'),
    asks_password: flag('asks_password'),
    metadata: flag('metadata'),
  },
  powers: (keys) => ['connector', ...(keys.asks_password ? ['passwords'] : [])],
  calls: {
    'connector.begin': begin,
    'connector.finish': finish,
    'connector.check': check,
    'connector.metadata': metadata,
  },
  needs: (keys) =>
    keys.asks_password
      ? ['connector.check']
      : ['connector.begin', 'connector.finish', ...(keys.metadata ? (['connector.metadata'] as const) : [])],
})

const LONGEST_WHY = 500
const wrongSetting = Type.Object({ field: Type.String(), why: Type.String() })

/** What `connector.reach` has said is wrong; undefined if it has said nothing of the kind. */
export const wrongSettingIn = (said: unknown) =>
  Check(wrongSetting, said) ? { field: said.field, why: said.why.slice(0, LONGEST_WHY) } : undefined

/** Signing in at a service elsewhere. */
export interface Connector {
  begin(signIn: SignIn): Promise<string>
  /** Throws `ConsentRefused` where they didn't want to. */
  finish(address: URL, signIn: SignIn, posted: URLSearchParams): Promise<ExternalIdentity>
  /** XML in which the service reads what it has to know of this site. */
  metadata?(redirect_uri: string): Promise<string>
}

/** Signing in with a name and a password that the site asks for. */
export interface PasswordConnector {
  /** Throws `WrongPassword` where they are nobody's. */
  check(typed: { username: string; password: string }): Promise<ExternalIdentity>
}

export class ConsentRefused extends Error {}
export class WrongPassword extends Error {}

/** How the site asks a connector. */
export const connectorOf = (
  plugins: Asking,
  slug_name: string,
  kind: 'connector' | 'user_center' = 'connector',
  has = { metadata: false },
): Connector => ({
  begin: (signIn) => plugins.ask(slug_name, `${kind}.begin`, signIn),
  async finish(address, signIn, posted) {
    const coming = { ...signIn, address: address.href, posted: Object.fromEntries(posted) }
    const said = await plugins.ask(slug_name, `${kind}.finish`, coming)
    if ('refused' in said) throw new ConsentRefused()
    return said
  },
  ...(has.metadata && {
    metadata: (redirect_uri: string) => plugins.ask(slug_name, 'connector.metadata', { redirect_uri }),
  }),
})

/** How it asks one that judges names and passwords. */
export const passwordConnectorOf = (plugins: Asking, slug_name: string): PasswordConnector => ({
  async check(typed) {
    const said = await plugins.ask(slug_name, 'connector.check', typed)
    if ('wrong' in said) throw new WrongPassword()
    return said
  },
})
