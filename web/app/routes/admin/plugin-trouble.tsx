import type { KnownPlugin } from '@askwell/contract/plugins.ts'
import { useText } from '../../i18n/text.tsx'
import { Time } from '../../ui/time.tsx'

/** What last went wrong with a plugin that runs on. */
export function PluginTrouble({ trouble }: Pick<KnownPlugin, 'trouble'>) {
  const t = useText('admin')
  return (
    trouble && (
      <p className="plugin-note">
        {t('plugin_trouble')} {trouble.message} (<Time at={trouble.at} exact />)
      </p>
    )
  )
}
