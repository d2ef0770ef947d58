import { BULK_UNDO_DAYS } from '@askwell/contract/limits.ts'
import { DAY } from '../../../lib/clock.ts'

interface Begun {
  created_at: number
}

export const undoUntil = ({ created_at }: Begun) => created_at + BULK_UNDO_DAYS * DAY
export const isOver = (act: Begun, now: number) => undoUntil(act) <= now
