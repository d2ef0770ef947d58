import type { Notice } from '@askwell/plugin-kit'
import { Type } from 'typebox'
import { call, simplePort } from './port.ts'

/** Whatever it answers is no matter; what it throws is tried again later. */
export const notification = simplePort('notification', { notification: call<Notice>()(10_000, Type.Unknown()) })
