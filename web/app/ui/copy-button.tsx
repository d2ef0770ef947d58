import { useText } from '../i18n/text.tsx'
import { Button } from './button.tsx'
import { copyText } from './copy-text.ts'
import { showToast } from './toast.tsx'

/** Puts a text on the clipboard. It needs scripts; without them the text can be selected where it stands. */
export function CopyButton({ text }: { text: string }) {
  const t = useText('ui')
  const copy = async () => {
    if (await copyText(text)) showToast(t('copied'))
    else showToast(t('not_copied'), 'warning')
  }
  return (
    <span className="needs-script">
      <Button onClick={() => void copy()}>{t('copy')}</Button>
    </span>
  )
}
