import type { Notice } from '@askwell/plugin-kit'
import { Type } from 'typebox'
import { call, type ManifestKey, port } from './port.ts'

/** The name of a switch among the settings; empty where members always have the channel. */
const membersIf: ManifestKey<string> = {
  none: '',
  read(value = '', note) {
    if (typeof value === 'string' && /^\w{0,60}$/.test(value)) return value
    note('askwell.members_if has to be the name of a setting')
    return ''
  },
}

/** Whatever it answers is no matter; what it throws is tried again later. */
export const notification = port({
  keys: { members_if: membersIf },
  powers: () => ['notification'],
  calls: { notification: call<Notice>()(10_000, Type.Unknown()) },
})
