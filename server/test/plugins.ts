import { plugins, setPluginStatus, uploadPlugin } from '@askwell/contract/plugins.ts'
import { ask } from './matrix/cast.ts'
import type { TestUser, World } from './world.ts'

/** A plugin as admins see it. */
export const pluginCalled = async (w: World, admin: TestUser, name: string) =>
  (await w.as(admin).call(plugins)).find(({ slug_name }) => slug_name === name)

/** Switches it on, with whatever it asks for, or off. @returns what it asks for. */
export const turnPlugin = async (w: World, admin: TestUser, plugin_slug_name: string, enabled: boolean) => {
  const { powers } = (await pluginCalled(w, admin, plugin_slug_name))!
  const agreed = powers.map(({ power }) => power)
  await w.as(admin).call(setPluginStatus, { body: { plugin_slug_name, enabled, agreed } })
  return powers
}

/** Uploads a package, in the place of the plugin `replaces` if there is one. */
export const sendPackage = (w: World, admin: TestUser, bytes: Buffer, replaces?: string) =>
  ask(
    w,
    uploadPlugin,
    { body: { ...(replaces && { replaces }) }, file: { name: 'a.tgz', bytes } },
    { token: admin.token, ip: '198.51.100.7' },
  )
