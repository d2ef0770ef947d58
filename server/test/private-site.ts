import { loginSettings, saveLoginSettings } from '@askwell/contract/site-settings.ts'
import type { World } from './world.ts'

/** From now on only members may read, or everybody again. */
export const setPrivate = async (w: World, login_required: boolean) => {
  const admin = w.as(await w.given.admin())
  await admin.call(saveLoginSettings, { body: { ...(await admin.call(loginSettings)), login_required } })
}
