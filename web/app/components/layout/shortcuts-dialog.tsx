import { useText } from '../../i18n/text.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Key } from '../../ui/key.tsx'
import { SHORTCUTS } from './shortcut-list.ts'
import { ShortcutsSwitch } from './shortcuts-setting.tsx'
import './shortcuts.css'

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const t = useText('shortcuts')
  return (
    <Dialog open onClose={onClose} title={t('shortcuts')}>
      <ShortcutsSwitch />
      {SHORTCUTS.map(({ group, list }) => (
        <section key={group}>
          <h3 className="shortcuts-group">{t(`shortcuts_${group}`)}</h3>
          <dl className="shortcuts">
            {list.map(({ keys, name }) => (
              <div key={keys}>
                <dt>
                  {keys.split(' ').map((key) => (
                    <Key key={key}>{key}</Key>
                  ))}
                </dt>
                <dd>{t(`shortcut_${name}`)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}
