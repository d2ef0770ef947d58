import { isMailable } from '@askwell/contract/formats.ts'
import { DISPLAY_NAME } from '@askwell/contract/limits.ts'
import { findLookAlike } from '@askwell/contract/look-alikes.ts'
import type { ExternalIdentity } from '@askwell/plugin-kit'
import type { Connector, PasswordConnector } from '../../../lib/plugin-ports/connector.ts'
import { MINUTE } from '../../../lib/clock.ts'
import { isDisplayName } from '../../../lib/slug.ts'

/** A service for signing in, from a plugin. */
export interface Offer {
  name: string
  /** As an address; empty without one. */
  icon?: string
  connector: Connector | PasswordConnector
}

/** Which sign-in somebody comes back from; SAML has a name of its own for it. */
export const stateIn = (said: URLSearchParams) => said.get('state') ?? said.get('RelayState') ?? ''

export const asksPassword = (connector: Offer['connector']): connector is PasswordConnector => 'check' in connector

/** For the way to the service and back. */
export const SIGN_IN_SECONDS = 10 * MINUTE
/** For proving an address; the code in the e-mail lasts as long as every other code. */
export const PROFILE_SECONDS = 30 * MINUTE
export const TRIES = 5
export const LETTERS = 3

const EXTERNAL_ID_MAX = 128
const KNOWN_AS_MAX = 100

/** A person from a service elsewhere, with those of their details that can be used. */
export interface Newcomer {
  external_id: string
  username: string
  display_name: string
  known_as: string
  e_mail: string
  e_mail_verified: boolean
}

/** Characters that names here can't have are left out; if too little is left, there is no name. */
const nameFrom = (said: string) => {
  const name = [
    ...said
      .normalize('NFC')
      .replace(/[^\p{L}\p{M}\p{N} ._-]/gu, '')
      .replace(/ {2,}/g, ' ')
      .trim(),
  ]
    .slice(0, DISPLAY_NAME.max)
    .join('')
    .trim()
  return isDisplayName(name) && !findLookAlike(name) ? name : ''
}

export const newcomerFrom = ({
  external_id,
  username = '',
  display_name = '',
  e_mail: said = '',
  e_mail_verified,
}: ExternalIdentity): Newcomer => {
  if (!external_id || external_id.length > EXTERNAL_ID_MAX)
    throw new Error('the service names nobody, or somebody of too many letters')
  const e_mail = said.trim().toLowerCase()
  const usable = isMailable(e_mail)
  return {
    external_id,
    username: username.toLowerCase(),
    e_mail: usable ? e_mail : '',
    e_mail_verified: usable && e_mail_verified,
    display_name:
      nameFrom(display_name) || nameFrom(username) || (usable ? nameFrom(e_mail.split('@', 1)[0]!) : '') || 'user',
    known_as: (username || (usable ? e_mail : '') || display_name || external_id).slice(0, KNOWN_AS_MAX),
  }
}

/** As people type it: in lower case, with spaces, with a hyphen in between. */
export const tidyTyped = (code: string) => code.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** What else lets somebody in. */
interface WaysIn {
  password: boolean
  passkeys: number
  others: number
}
/** A member who could not log in any other way must set a password first. */
export const canUnbind = ({ password, passkeys, others }: WaysIn) => password || passkeys > 0 || others > 0
