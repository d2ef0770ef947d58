import { type Branding, isSafeAddress, OUTGOING_SECONDS } from '@askwell/plugin-kit'
import pTimeout from 'p-timeout'
import { outsideSlot } from '../../../lib/concurrency-slot.ts'
import type { SettingsPlaces } from '../../../lib/plugin-ports/user-center.ts'
import type { Center, UserCenterPlace } from './policy.ts'

/** However slow the service is, a page of this site is rendered soon, and others aren't held up meanwhile. */
const within = <T>(seconds: number, work: Promise<T>): Promise<T> =>
  outsideSlot(() => pTimeout(work, { milliseconds: seconds * 1000, message: 'the user center takes too long' }))

const safe = (address = '') => (isSafeAddress(address) ? address : '')
const TEXT_MAX = 100
const short = (text: string) => text.slice(0, TEXT_MAX)

const branding = ({ icon, name, label, url }: Branding) => ({
  icon: safe(icon),
  name: short(name),
  label: short(label),
  url: safe(url),
})

/** The user center, if a plugin brings one; of several that are on, the first by name. */
export const createUserCenter = (seconds = OUTGOING_SECONDS): UserCenterPlace => {
  const centers = new Map<string, Center>()
  const current = () => {
    const slug_name = [...centers.keys()].sort()[0]
    return slug_name === undefined ? undefined : { slug_name, ...centers.get(slug_name)! }
  }
  return {
    use: (slug_name, center) => void (center ? centers.set(slug_name, center) : centers.delete(slug_name)),
    current,
    isAlone: () => current()?.own_accounts === false,
    signUpUrl: () => safe(current()?.center.sign_up_url),
    settingsOf: async (external_id) => {
      const { profile_url, account_url } = await within(
        seconds,
        current()?.center.settingsOf(external_id) ?? Promise.resolve<SettingsPlaces>({}),
      )
      return { profile_url: safe(profile_url), account_url: safe(account_url) }
    },
    brandingOf: async (external_id) =>
      (await within(seconds, current()?.center.brandingOf(external_id) ?? Promise.resolve([])))
        .map(branding)
        .filter(({ name }) => name),
  }
}
