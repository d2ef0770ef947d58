import * as administration from '@askwell/contract/administration.ts'
import * as dashboard from '@askwell/contract/dashboard.ts'
import * as meaning from '@askwell/contract/meaning.ts'
import { rolePowers } from '@askwell/contract/powers.ts'
import * as plugins from '@askwell/contract/plugins.ts'
import * as settings from '@askwell/contract/site-settings.ts'
import * as members from '@askwell/contract/user-administration.ts'
import { pluginArchive, REGISTRY, useRegistry } from '../../plugin-package.ts'
import { ask, example, fresh, type Scene } from '../cast.ts'

const newcomer = () => {
  const name = fresh('member')
  return { display_name: name, email: `${name}@example.com`, password: 'a-password-of-theirs' }
}
const someone = async ({ w }: Scene, active = true) => String((await w.given.member({ active })).id)

export const administering = {
  generalSettings: example(settings.generalSettings),
  saveGeneralSettings: example(settings.saveGeneralSettings, () => ({
    body: { short_description: fresh('A site of sorts ') },
  })),
  interfaceSettings: example(settings.interfaceSettings),
  saveInterfaceSettings: example(settings.saveInterfaceSettings, () => ({ body: { time_zone: 'UTC' } })),
  brandingSettings: example(settings.brandingSettings),
  saveBrandingSettings: example(settings.saveBrandingSettings, () => ({ body: { logo: '' } })),
  writeSettings: example(settings.writeSettings),
  saveWriteSettings: example(settings.saveWriteSettings, () => ({ body: { restrict_answer: true } })),
  legalSettings: example(settings.legalSettings),
  saveLegalSettings: example(settings.saveLegalSettings, () => ({
    body: { terms_of_service_original_text: fresh('Terms ') },
  })),
  meaningSettings: example(meaning.meaningSettings),
  saveMeaningSettings: example(meaning.saveMeaningSettings, () => ({ body: { embeddings_model: 'small' } })),
  tryEmbeddings: example(meaning.tryEmbeddings, () => ({
    body: { embeddings_url: 'http://127.0.0.1:9/v1', embeddings_model: 'small' },
  })),
  deleteVectors: example(meaning.deleteVectors),
  seoSettings: example(settings.seoSettings),
  saveSeoSettings: example(settings.saveSeoSettings, () => ({ body: { permalink: 2 } })),
  loginSettings: example(settings.loginSettings),
  saveLoginSettings: example(settings.saveLoginSettings, () => ({ body: { allow_new_registrations: true } })),
  customCssHtml: example(settings.customCssHtml),
  saveCustomCssHtml: example(settings.saveCustomCssHtml, () => ({ body: { custom_css: `/* ${fresh('style')} */` } })),
  customFindings: example(settings.customFindings),
  draftCustomCssHtml: example(settings.draftCustomCssHtml, () => ({ body: { custom_header: fresh('Hello ') } })),
  themeSettings: example(settings.themeSettings),
  saveThemeSettings: example(settings.saveThemeSettings, () => ({ body: { color_scheme: 'system' } })),
  profileSettings: example(settings.profileSettings),
  saveProfileSettings: example(settings.saveProfileSettings, () => ({ body: { allow_update_bio: true } })),

  updateSettings: example(settings.updateSettings),
  saveUpdateSettings: example(settings.saveUpdateSettings, () => ({
    body: { update_url: `https://updates.example/${fresh('version')}.json` },
  })),
  dismissFirstSteps: example(dashboard.dismissFirstSteps),

  smtpSettings: example(administration.smtpSettings),
  saveSmtpSettings: example(administration.saveSmtpSettings, () => ({ body: { from_name: fresh('desk ') } })),
  privilegeSettings: example(administration.privilegeSettings),
  savePrivilegeSettings: example(administration.savePrivilegeSettings, () => ({ body: { level: 2 } })),
  themeOptions: example(administration.themeOptions),
  roles: example(administration.roles),
  rolePowers: example(rolePowers),
  dashboard: example(dashboard.dashboard),

  plugins: example(plugins.plugins),
  // Off, or the calls after it would be asked for a captcha.
  setPluginStatus: example(plugins.setPluginStatus, () => ({
    body: { plugin_slug_name: 'picture_captcha', enabled: false },
  })),
  renderPluginTexts: example(plugins.renderPluginTexts, async ({ w }) => {
    await w.settle()
    return { body: { plugin_slug_name: 'chess' } }
  }),
  pluginLog: example(plugins.pluginLog, () => ({ query: { plugin_slug_name: 'chess' } })),
  deliveries: example(plugins.deliveries, () => ({ query: { plugin_slug_name: 'webhooks' } })),
  sendDeliveries: example(plugins.sendDeliveries, () => ({ body: { plugin_slug_name: 'webhooks' } })),
  uploadPlugin: example(plugins.uploadPlugin, async () => ({
    body: { replaces: 'small' },
    file: { name: 'small.tgz', bytes: await pluginArchive({ slug_name: 'small' }) },
  })),
  installPlugin: example(plugins.installPlugin, async ({ w }) => {
    const name = 'askwell-plugin-small'
    useRegistry(w, name, { '1.0.0': await pluginArchive({ slug_name: 'smaller' }) })
    return { body: { registry: REGISTRY, package: name } }
  }),
  lookForPluginUpdates: example(plugins.lookForPluginUpdates, () => ({ body: {} })),
  removePlugin: example(plugins.removePlugin, async ({ w, cast }) => {
    const file = { name: 'small.tgz', bytes: await pluginArchive({ slug_name: 'small' }) }
    await ask(
      w,
      plugins.uploadPlugin,
      { body: { replaces: 'small' }, file },
      { token: cast.admin.token, ip: '198.51.100.9' },
    )
    return { body: { plugin_slug_name: 'small', keep: false } }
  }),
  addPluginInstance: example(plugins.addPluginInstance, () => ({
    body: { plugin_slug_name: 'oauth2', name: fresh('club') },
  })),
  renamePluginInstance: example(plugins.renamePluginInstance, async ({ w, cast }) => {
    const body = { plugin_slug_name: 'openid_connect', name: fresh('club') }
    const { slug_name } = await w.as(cast.admin).call(plugins.addPluginInstance, { body })
    return { body: { plugin_slug_name: slug_name, name: fresh('other') } }
  }),
  removePluginInstance: example(plugins.removePluginInstance, async ({ w, cast }) => {
    const body = { plugin_slug_name: 'openid_connect', name: fresh('club') }
    const { slug_name } = await w.as(cast.admin).call(plugins.addPluginInstance, { body })
    return { body: { plugin_slug_name: slug_name } }
  }),
  pluginConfig: example(plugins.pluginConfig, () => ({ query: { plugin_slug_name: 'google' } })),
  savePluginConfig: example(plugins.savePluginConfig, () => ({
    body: { plugin_slug_name: 'google', config_fields: { client_id: fresh('client'), client_secret: 'a-secret' } },
  })),
  userPlugins: example(plugins.userPlugins),
  userPluginConfig: example(plugins.userPluginConfig, () => ({ query: { plugin_slug_name: 'none' } })),
  // None that comes with the site asks members for anything.
  saveUserPluginConfig: example(plugins.saveUserPluginConfig, () => ({
    body: { plugin_slug_name: 'google', config_fields: {} },
  })),

  usersPage: example(members.usersPage),
  addUser: example(members.addUser, () => ({ body: newcomer() })),
  addUsers: example(members.addUsers, () => ({ body: { users: Object.values(newcomer()).join(', ') } })),
  setUserRole: example(members.setUserRole, async (s) => ({ body: { user_id: await someone(s), role_id: 3 } })),
  setUserPassword: example(members.setUserPassword, async (s) => ({
    body: { user_id: await someone(s), password: 'another-password-1' },
  })),
  editUser: example(members.editUser, async (s) => {
    const name = fresh('renamed')
    return { body: { user_id: await someone(s), display_name: name, username: name, email: `${name}@example.com` } }
  }),
  setUserStatus: example(members.setUserStatus, async (s) => ({
    body: { user_id: await someone(s), status: 'suspended' },
  })),
  activationLink: example(members.activationLink, async (s) => ({ query: { user_id: await someone(s, false) } })),
  mailActivationLink: example(members.mailActivationLink, async (s) => ({
    body: { user_id: await someone(s, false) },
  })),
}
