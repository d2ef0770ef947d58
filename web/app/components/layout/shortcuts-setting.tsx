import { useText } from '../../i18n/text.tsx'
import { Switch } from '../../ui/checkbox.tsx'
import { switchShortcuts, useShortcutsOn } from './shortcuts-switch.ts'

/** Single keys get in the way of speech input, so they can be switched off. */
export function ShortcutsSwitch() {
  const t = useText('shortcuts')
  return (
    <Switch
      name="shortcuts_on"
      label={t('shortcuts_on')}
      help={t('shortcuts_on_help')}
      checked={useShortcutsOn()}
      onChange={(event) => switchShortcuts(event.currentTarget.checked)}
    />
  )
}
