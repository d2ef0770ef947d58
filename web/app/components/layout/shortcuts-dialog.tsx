import { useText } from '../../i18n/text.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Key } from '../../ui/key.tsx'
import './shortcuts.css'

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const t = useText('layout')
  return (
    <Dialog open onClose={onClose} title={t('shortcuts')}>
      <dl className="shortcuts">
        {['/', 'j', 'k', '?', 'Esc'].map((key) => (
          <div key={key}>
            <dt>
              <Key>{key}</Key>
            </dt>
            <dd>{t(`shortcut_${{ '/': 'search', j: 'next', k: 'previous', '?': 'help', Esc: 'close' }[key]}`)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
