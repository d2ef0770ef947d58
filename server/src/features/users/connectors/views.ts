import type { Connector, OwnLogin } from '@askwell/contract/connectors.ts'
import { hashToken, sign } from '../../../lib/tokens.ts'

/** The payload of the signature on a link that connects an account. */
export const BIND = 'bind'

interface Offered {
  slug_name: string
  name: string
  icon?: string
}

/** Where signing in begins and ends, at the site's public address: there the browser has the cookie it needs to finish. */
export const addressesOf = ({ site_url }: { site_url: string }, slug_name: string) => {
  const begin = `${site_url.replace(/\/+$/, '')}/users/oauth/${slug_name}`
  return { begin, callback: `${begin}/callback`, metadata: `${begin}/metadata` }
}

export const connectorList = (offers: readonly Offered[], general: { site_url: string }): Connector[] =>
  offers.map(({ slug_name, name, icon = '' }) => ({ name, link: addressesOf(general, slug_name).begin, icon }))

/** The page of the site that asks for name and password. */
export const passwordPage = ({ site_url }: { site_url: string }, slug_name: string, state: string) =>
  `${site_url.replace(/\/+$/, '')}/users/sign-in/${slug_name}?state=${state}`

interface Bound {
  connector: string
  external_id: string
  known_as: string
}
interface LoginListContext {
  general: { site_url: string }
  secret: string
  token: string
}

/** All services, and connected ones that no longer exist. The link only works for this session, so nobody can lead somebody else there. */
export const ownLoginList = (
  offers: readonly Offered[],
  bound: readonly Bound[],
  { general, secret, token }: LoginListContext,
): OwnLogin[] => {
  const lost = bound
    .filter(({ connector }) => !offers.some(({ slug_name }) => slug_name === connector))
    .map(({ connector }) => ({ slug_name: connector, name: connector, icon: '', link: '' }))
  const bind = encodeURIComponent(sign(secret, BIND, hashToken(token)))
  return [
    ...offers.map(({ slug_name, name, icon = '' }) => ({
      slug_name,
      name,
      icon,
      link: `${addressesOf(general, slug_name).begin}?bind=${bind}`,
    })),
    ...lost,
  ].map((one) => {
    const known = bound.find(({ connector }) => connector === one.slug_name)
    return {
      ...one,
      binding: known !== undefined,
      external_id: known?.external_id ?? '',
      known_as: known?.known_as ?? '',
    }
  })
}
