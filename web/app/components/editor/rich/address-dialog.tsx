import { type KeyboardEvent, useState } from 'react'
import { isImageAddress, isLinkAddress } from '@askwell/contract/link-address.ts'
import { useText } from '../../../i18n/text.tsx'
import { Button, ButtonRow } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'

export interface Asked {
  tool: 'link' | 'image'
  address: string
  /** Of a link what is shown, of an image what it shows. */
  words: string
  /** Whether it is one already. */
  isThere: boolean
}

/** An address without `https://` in front of it is one of the web. */
const completed = (address: string) =>
  /^[\w-]+(?:\.[\w-]+)+(?:[/?#]|$)/.test(address) ? `https://${address}` : address

/** Where a link leads to, or where an image is. */
export function AddressDialog({
  asked,
  onClose,
  onDone,
}: {
  asked: Asked
  onClose: () => void
  onDone: (given: Asked) => void
}) {
  const t = useText('editor')
  const [address, setAddress] = useState(asked.address)
  const [words, setWords] = useState(asked.words)
  const [isWrong, setIsWrong] = useState(false)
  const isImage = asked.tool === 'image'
  const done = () => {
    const given = completed(address.trim())
    const fits = given !== '' && (isImage ? isImageAddress(given) : isLinkAddress(given))
    if (!fits) return setIsWrong(true)
    onDone({ ...asked, address: given, words })
  }
  // It stands in the page's own form, which Enter must not send.
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key !== 'Enter' || (event.target as Element).localName !== 'input') return
    event.preventDefault()
    done()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(asked.tool)}
      foot={
        <ButtonRow>
          <Button look="primary" onClick={done}>
            {t('apply')}
          </Button>
          {asked.isThere && !isImage && (
            <Button onClick={() => onDone({ ...asked, address: '' })}>{t('remove_link')}</Button>
          )}
        </ButtonRow>
      }
    >
      <div className="rich-asked" onKeyDown={onKeyDown} role="presentation">
        <label>
          {t('address')}
          <input
            className="input"
            value={address}
            dir="ltr"
            inputMode="url"
            aria-invalid={isWrong || undefined}
            aria-describedby={isWrong ? 'rich-wrong' : undefined}
            onChange={(event) => setAddress(event.target.value)}
          />
        </label>
        {isWrong && (
          <p className="field-error" id="rich-wrong" role="alert">
            {t('address_wrong')}
          </p>
        )}
        {(isImage || !asked.isThere) && (
          <label>
            {t(isImage ? 'image_words' : 'link_words')}
            <input className="input" dir="auto" value={words} onChange={(event) => setWords(event.target.value)} />
          </label>
        )}
      </div>
    </Dialog>
  )
}
