import type { Kit } from './kit.ts'

/** Somebody, as a service elsewhere knows them. */
export interface ExternalIdentity {
  /** Their unchanging id at the service: an e-mail or a name may pass on to somebody else. At most 128 characters. */
  external_id: string
  username?: string
  display_name?: string
  e_mail?: string
  /** Whether the service has verified their e-mail address. Otherwise it is only something they have typed. */
  e_mail_verified: boolean
}

/** Random values that the site makes for one sign-in and keeps until the person comes back. Each is used once, in the browser that began. */
export interface SignIn {
  /** Where the service sends people afterwards; the admin registers it there. */
  redirect_uri: string
  state: string
  nonce: string
  /** For PKCE (RFC 7636); the service first gets its SHA-256, then the value itself. */
  code_verifier: string
}

/** Signing in at a service elsewhere. What it throws is told to the person as a failure; the log says why. */
export interface ConnectorPart {
  /** The address at the service that the person is sent to. */
  begin(signIn: SignIn, kit: Kit): Promise<string> | string
  /**
   *
   * The person who came back; `address` is the whole address they came to, with all parameters of the service, and `posted` what the service had their browser send
   * as a form. Anything that doesn't match the sign-in is an error. `refused`: the person, or the service, didn't want to.
   */
  finish(
    comingBack: SignIn & { address: string; posted: Record<string, string> },
    kit: Kit,
  ): Promise<ExternalIdentity | { refused: true }> | ExternalIdentity | { refused: true }
  /** XML in which the service reads what it has to know of this site (SAML 2), of at most 100,000 characters; shown at `<redirect_uri without /callback>/metadata`, if `metadata` of the manifest is true. */
  metadata?(asked: Pick<SignIn, 'redirect_uri'>, kit: Kit): Promise<string> | string
  /** Throws if the service can't be reached, and answers what is wrong if it is one of the settings. Asked with settings that aren't saved yet, if `tried` of the manifest says for which of them. */
  reach?(nothing: null, kit: Kit): Promise<WrongSetting | void> | WrongSetting | void
}

/** A setting with which the plugin can't work. */
export interface WrongSetting {
  /** Its name in the manifest. */
  field: string
  /** A few words without a full stop, in the language of the kit; at most 500 characters. */
  why: string
}

/** Signing in with a name and a password that the site asks for on a page of its own, such as those of a directory; `asks_password` of the manifest says so. */
export interface PasswordConnectorPart {
  /** Whose they are; `wrong` where they are nobody's. The site counts how often somebody tries. */
  check(
    typed: { username: string; password: string },
    kit: Kit,
  ): Promise<ExternalIdentity | { wrong: true }> | ExternalIdentity | { wrong: true }
  /** As above. */
  reach?: ConnectorPart['reach']
}
