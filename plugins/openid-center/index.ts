import { plugin, textOf } from '@askwell/plugin-kit'
import { loginAddress, whoCame } from './service.ts'

export default plugin({
  user_center: {
    begin: loginAddress,
    finish: whoCame,
    places: (_, { config }) => ({
      profile_url: textOf(config, 'profile_url'),
      account_url: textOf(config, 'account_url'),
    }),
    branding({ external_id, settings }, { config }) {
      const name = textOf(config, 'shown_name')
      if (!name || settings.hidden === true) return []
      const url = textOf(config, 'shown_url').replaceAll('{id}', encodeURIComponent(external_id))
      return [{ icon: '', name, label: '', url }]
    },
  },
})
