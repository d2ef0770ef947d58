import type { KnownPlugin } from '@askwell/contract/plugins.ts'
import { useText } from '../../i18n/text.tsx'
import { Time } from '../../ui/time.tsx'

/** What a plugin has tried to do though nobody has agreed to it. */
export function PluginForbidden({ forbidden }: Pick<KnownPlugin, 'forbidden'>) {
  const t = useText('admin')
  return (
    forbidden.length > 0 && (
      <div className="plugin-note">
        <p>{t('plugin_forbidden')}</p>
        <ul>
          {forbidden.map(({ words, count, at }) => (
            <li key={words}>
              {words}: {t('plugin_tried', { count })} (<Time at={at} exact />)
            </li>
          ))}
        </ul>
      </div>
    )
  )
}
