import { useRef, useState, type ChangeEvent, type PointerEvent } from 'react'
import { useText } from '../../i18n/text.tsx'
import { Button, ButtonRow } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldError, fieldId } from '../../ui/field.tsx'
import { type Cut, MOST_ZOOM, pushed, squareOf, WHOLE } from './crop.ts'

const TYPES = 'image/png,image/jpeg,image/webp'
/** As large as avatars are kept. */
const PIXELS = 1024
const WINDOW = 256
const MEGABYTE = 1024 * 1024

interface Opened {
  url: string
  width: number
  height: number
  name: string
}

const open = (file: File) =>
  new Promise<Opened | undefined>((resolve) => {
    const reader = new FileReader()
    const isNone = () => resolve(undefined)
    reader.addEventListener('load', () => {
      const image = new Image()
      const url = String(reader.result)
      image.addEventListener('load', () =>
        resolve({ url, width: image.naturalWidth, height: image.naturalHeight, name: file.name }),
      )
      image.addEventListener('error', isNone)
      image.src = url
    })
    reader.addEventListener('error', isNone)
    reader.readAsDataURL(file)
  })

const cutOut = async (opened: Opened, cut: Cut) => {
  const { left, top, side } = squareOf(opened, cut)
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = Math.max(1, Math.min(PIXELS, Math.round(side)))
  const image = new Image()
  image.src = opened.url
  await image.decode()
  canvas.getContext('2d')!.drawImage(image, left, top, side, side, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  return blob && new File([blob], `${opened.name.replace(/\.\w+$/, '')}.png`, { type: 'image/png' })
}

/** The call that takes the picture names its field `file`, and so do its errors. With scripts one chooses the part; without, the middle is taken. */
export function PictureField({
  error,
  disabled,
  maxMegabytes,
  onChosen,
}: {
  error: string | undefined
  disabled: boolean
  maxMegabytes: number
  onChosen: () => void
}) {
  const t = useText('settings')
  const id = fieldId('file')
  const input = useRef<HTMLInputElement>(null)
  const [opened, setOpened] = useState<Opened>()
  const [cut, setCut] = useState<Cut>(WHOLE)
  const [chosen, setChosen] = useState('')
  const [fault, setFault] = useState<string>()
  const wrong = fault ?? error

  const show = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.currentTarget.files?.[0]
    setChosen('')
    setFault(undefined)
    if (!file) return
    const refuse = (reason: string) => {
      input.current!.value = ''
      setFault(reason)
    }
    if (!TYPES.split(',').includes(file.type)) return refuse(t('picture_type', { name: file.name }))
    const next = await open(file)
    if (!next) return refuse(t('picture_broken', { name: file.name }))
    onChosen()
    setCut(WHOLE)
    setOpened(next)
  }
  const giveUp = () => {
    input.current!.value = ''
    setOpened(undefined)
  }
  const take = async () => {
    const file = opened && (await cutOut(opened, cut))
    if (file && file.size > maxMegabytes * MEGABYTE) {
      input.current!.value = ''
      setFault(t('picture_large', { name: opened.name, max: maxMegabytes }))
    } else if (file) {
      const files = new DataTransfer()
      files.items.add(file)
      input.current!.files = files.files
      setChosen(opened.name)
    }
    setOpened(undefined)
  }
  return (
    <>
      <input type="hidden" name="picture_missing" value={t('picture_missing')} />
      <input
        type="file"
        name="picture"
        id={id}
        ref={input}
        accept={TYPES}
        aria-label={t('picture')}
        aria-invalid={wrong ? true : undefined}
        aria-describedby={wrong && `${id}-error`}
        disabled={disabled}
        onChange={(event) => void show(event)}
      />
      {wrong && <FieldError id={`${id}-error`}>{wrong}</FieldError>}
      {chosen && (
        <p role="status" className="setting-help">
          {t('picture_cut')}
        </p>
      )}
      {opened && (
        <Dialog open onClose={giveUp} title={t('crop_title')}>
          <p>{t('crop_lead')}</p>
          <CropWindow opened={opened} cut={cut} onCut={setCut} />
          <Slider
            name="zoom"
            min={1}
            max={MOST_ZOOM}
            value={cut.zoom}
            onValue={(zoom) => setCut(pushed(opened, { ...cut, zoom }, 0, 0))}
          />
          <Slider name="x" min={0} max={1} value={cut.x} onValue={(x) => setCut(pushed(opened, { ...cut, x }, 0, 0))} />
          <Slider name="y" min={0} max={1} value={cut.y} onValue={(y) => setCut(pushed(opened, { ...cut, y }, 0, 0))} />
          <ButtonRow>
            <Button look="primary" onClick={() => void take()}>
              {t('crop_take')}
            </Button>
          </ButtonRow>
        </Dialog>
      )}
    </>
  )
}

function Slider({
  name,
  min,
  max,
  value,
  onValue,
}: {
  name: 'zoom' | 'x' | 'y'
  min: number
  max: number
  value: number
  onValue: (value: number) => void
}) {
  const t = useText('settings')
  return (
    <label className="crop-slider">
      <span>{t(`crop_${name}`)}</span>
      <input
        type="range"
        min={min}
        max={max}
        step={(max - min) / 100}
        value={value}
        onChange={(event) => onValue(Number(event.currentTarget.value))}
      />
    </label>
  )
}

/** The picture behind a square window; it can be pushed about. */
function CropWindow({ opened, cut, onCut }: { opened: Opened; cut: Cut; onCut: (cut: Cut) => void }) {
  const last = useRef<{ x: number; y: number }>(undefined)
  const { left, top, side } = squareOf(opened, cut)
  const scale = WINDOW / side
  const push = (event: PointerEvent) => {
    if (!last.current) return
    onCut(pushed(opened, cut, (event.clientX - last.current.x) / scale, (event.clientY - last.current.y) / scale))
    last.current = { x: event.clientX, y: event.clientY }
  }
  return (
    <div
      className="crop-window"
      aria-hidden="true"
      onPointerMove={push}
      onPointerUp={() => {
        last.current = undefined
      }}
      onPointerCancel={() => {
        last.current = undefined
      }}
      onPointerDown={(event) => {
        last.current = { x: event.clientX, y: event.clientY }
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
    >
      <img
        src={opened.url}
        alt=""
        draggable={false}
        style={{
          inlineSize: opened.width * scale,
          blockSize: opened.height * scale,
          translate: `${-left * scale}px ${-top * scale}px`,
        }}
      />
    </div>
  )
}
