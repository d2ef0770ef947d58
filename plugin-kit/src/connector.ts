/** Somebody, as a service elsewhere knows them. */
export interface ExternalIdentity {
  /** Theirs alone there, and for ever: an e-mail or a name may pass on to somebody else. At most 128 characters. */
  external_id: string
  username?: string
  display_name?: string
  e_mail?: string
  /** The service itself has seen that mail reaches them. Without that an address is only something they have typed. */
  e_mail_verified: boolean
}

/** What the site has made up for one sign-in and keeps until the person comes back. Each is used once, in the browser that began. */
export interface SignIn {
  /** Where the service sends people afterwards; the admin registers it there. */
  redirect_uri: string
  state: string
  nonce: string
  /** For PKCE (RFC 7636); the service gets its SHA-256 first and itself last. */
  code_verifier: string
}

/** Signing in at a service elsewhere. Both functions may throw: the person is told that it didn't work, the log why. */
export interface Connector {
  /** The address at the service that the person is sent to. */
  begin(signIn: SignIn): Promise<string>
  /** Who came back; `address` is the whole one they came to, with all that the service has added. Whatever is not as `signIn` says is an error. */
  finish(address: URL, signIn: SignIn): Promise<ExternalIdentity>
}

/** Thrown by `finish` where the person said no, or the service did in their name. */
export class ConsentRefused extends Error {}
