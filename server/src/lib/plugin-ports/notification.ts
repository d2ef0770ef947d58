import type { Notice } from '@askwell/plugin-kit'
import { Type } from 'typebox'
import { call, port, settingName } from './port.ts'

/** Whatever it answers is no matter; what it throws is tried again later. Without `members_if` members always have the channel. */
export const notification = port({
  keys: { members_if: settingName('members_if', 'switch') },
  powers: () => ['notification'],
  calls: { notification: call<Notice>()(10_000, Type.Unknown()) },
})
