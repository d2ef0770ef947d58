import { type Config, DEFAULTS } from '../../../config.ts'

/** Somebody who wrote in a thread. */
export interface Participant {
  username: string
  display_name: string
}

const MENTION = /<a href="\/users\/[^"]*" class="mention">@([^<]*)<\/a>/g
const SHORTEST = 3

const folded = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/**
 * On Stack Exchange a mention is the beginning of a display name, without its spaces, of a person in the same thread.
 * It becomes a mention of the member it meant; one that meant nobody becomes plain text again.
 */
export const withMentions = (html: string, participants: Participant[]) =>
  html.replace(MENTION, (_, name: string) => {
    const wanted = folded(name)
    const names = participants.map(({ username, display_name }) => ({ username, name: folded(display_name) }))
    const meant =
      names.find((one) => one.name === wanted) ??
      (wanted.length >= SHORTEST ? names.find((one) => one.name.startsWith(wanted)) : undefined)
    return meant ? `<a href="/users/${meant.username}" class="mention">@${name}</a>` : `@${name}`
  })

/** The largest dump that is taken from a browser. */
export const uploadBytes = ({ importUploadMb }: Pick<Config, 'importUploadMb'>) =>
  (importUploadMb ?? Number(DEFAULTS.import_upload_mb)) * 2 ** 20
