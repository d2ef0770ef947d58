import { type ChangeEvent, type ComponentType, useRef, useState } from 'react'
import { PageForm } from '../../forms.tsx'
import { useText } from '../../i18n/text.tsx'
import { Button, ButtonRow, SubmitButton } from '../../ui/button.tsx'
import { FieldError, fieldId } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SettingRow } from '../../ui/settings.tsx'
import type { CropDialog } from './crop-dialog.tsx'

interface Props {
  name: 'logo' | 'mobile_logo' | 'square_icon' | 'favicon'
  address: string
  isSquare: boolean
}

/** What browsers can cut; an `.ico` file goes as it is. */
const CUT = /^image\/(png|jpeg)$/

/** The policy lets pages show no other address of a file that isn’t sent yet. */
const dataUrl = (file: File) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => resolve(''))
    reader.readAsDataURL(file)
  })

const isReadable = async (url: string) => {
  const image = new Image()
  image.src = url
  return image.decode().then(
    () => true,
    () => false,
  )
}

/** A picture of the site: the one there is, another in its place, or none. A form may bring one file, so each has its own. */
export function BrandPicture(props: Props) {
  const t = useText('admin')
  const { name, address } = props
  return (
    <PageForm intent={name} encType="multipart/form-data" labels={{ [name]: t(name) }}>
      {(field, { busy, done }) => (
        <SettingRow name={t(name)} help={t(`${name}_help`)}>
          {done && (
            <Notice kind="success" role="status">
              {t('saved')}
            </Notice>
          )}
          <input type="hidden" name="picture_missing" value={t('picture_missing')} />
          <Chosen key={address} {...props} error={field(name).error} />
          <ButtonRow>
            <SubmitButton look="plain" busy={busy} aria-label={t('save_picture', { name: t(name) })}>
              {t('save')}
            </SubmitButton>
            {address && (
              <Button
                type="submit"
                look="quiet"
                name="remove"
                value="on"
                aria-label={t('remove_picture', { name: t(name) })}
              >
                {t('remove_it')}
              </Button>
            )}
          </ButtonRow>
        </SettingRow>
      )}
    </PageForm>
  )
}

/** With scripts one may cut the picture before it goes. */
function Chosen({ name, error, address, isSquare }: Props & { error: string | undefined }) {
  const t = useText('admin')
  const id = fieldId(name)
  const input = useRef<HTMLInputElement>(null)
  const [Crop, setCrop] = useState<ComponentType<Parameters<typeof CropDialog>[0]>>()
  const [opened, setOpened] = useState<{ name: string; url: string }>()
  const [shown, setShown] = useState(address)
  const [unreadable, setUnreadable] = useState(false)
  const wrong = unreadable ? t('picture_unreadable') : error

  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.currentTarget.files?.[0]
    const url = file && (await dataUrl(file))
    const isBroken = url !== undefined && !(await isReadable(url))
    setUnreadable(isBroken)
    if (isBroken) input.current!.value = ''
    if (!url || isBroken) return setShown(address)
    setShown(url)
    if (!CUT.test(file.type)) return
    // Where it can't be fetched, the picture goes as it is.
    import('./crop-dialog.tsx').then(
      ({ CropDialog: loaded }) => {
        setCrop(() => loaded)
        setOpened({ name: file.name, url })
      },
      () => {},
    )
  }
  const take = async (cut: File | undefined) => {
    setOpened(undefined)
    if (!cut) return
    const files = new DataTransfer()
    files.items.add(cut)
    input.current!.files = files.files
    setShown(await dataUrl(cut))
  }
  return (
    <>
      {shown && (
        <div className="brand-picture" data-square={isSquare ? '' : undefined}>
          {/* On both grounds it may stand on. */}
          <img data-scheme="light" src={shown} alt={t('picture_now', { name: t(name) })} />
          <img data-scheme="dark" src={shown} alt="" />
        </div>
      )}
      <input
        type="file"
        id={id}
        name="picture"
        ref={input}
        accept="image/png,image/jpeg,.ico"
        aria-label={t('choose_picture', { name: t(name) })}
        aria-invalid={wrong ? true : undefined}
        aria-describedby={wrong && `${id}-error`}
        onChange={(event) => void choose(event)}
      />
      {wrong && <FieldError id={`${id}-error`}>{wrong}</FieldError>}
      {Crop && opened && <Crop {...opened} isSquare={isSquare} onDone={(cut) => void take(cut)} />}
    </>
  )
}
