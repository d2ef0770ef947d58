import { mayAct, type StaffAction } from '@askwell/contract/staff-actions.ts'
import type { Actor } from './actor.ts'
import { Forbidden } from './errors.ts'

/** A right is somebody's by their role (contract/src/staff-actions.ts). */
export const ensureMay = (actor: Actor, action: StaffAction) => {
  if (!mayAct(actor, action)) throw new Forbidden('base.unauthorized_error')
}
