import { useRef, useState } from 'react'
import { type PercentCrop, ReactCrop } from 'react-image-crop'
import 'react-image-crop/dist/ReactCrop.css'
import { useText } from '../../i18n/text.tsx'
import { Button, ButtonRow } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface Props {
  name: string
  /** Of the picture, with its data. */
  url: string
  isSquare: boolean
  /** With what was cut out; with nothing, the picture goes as it is. */
  onDone: (cut: File | undefined) => void
}

/** The largest square in the middle, or all of it. */
const firstCut = ({ naturalWidth: width, naturalHeight: height }: HTMLImageElement, isSquare: boolean): PercentCrop => {
  if (!isSquare) return { unit: '%', x: 0, y: 0, width: 100, height: 100 }
  const side = Math.min(width, height)
  const [across, down] = [(100 * side) / width, (100 * side) / height]
  return { unit: '%', x: (100 - across) / 2, y: (100 - down) / 2, width: across, height: down }
}

const cutOut = async (image: HTMLImageElement, cut: PercentCrop, name: string) => {
  const [left, top, width, height] = [
    (cut.x * image.naturalWidth) / 100,
    (cut.y * image.naturalHeight) / 100,
    Math.max(1, Math.round((cut.width * image.naturalWidth) / 100)),
    Math.max(1, Math.round((cut.height * image.naturalHeight) / 100)),
  ]
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  canvas.getContext('2d')!.drawImage(image, left, top, width, height, 0, 0, width, height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  return blob ? new File([blob], `${name.replace(/\.\w+$/, '')}.png`, { type: 'image/png' }) : undefined
}

/** Fetched when a picture is chosen. The frame is moved with the mouse, a finger or the arrow keys. */
export function CropDialog({ name, url, isSquare, onDone }: Props) {
  const t = useText('admin')
  const image = useRef<HTMLImageElement>(null)
  const [cut, setCut] = useState<PercentCrop>()
  const take = async () =>
    onDone(cut && (cut.width || cut.height) ? await cutOut(image.current!, cut, name) : undefined)
  return (
    <Dialog open wide onClose={() => onDone(undefined)} title={t('crop_title')}>
      <p>{t(isSquare ? 'crop_square' : 'crop_free')}</p>
      <ReactCrop
        crop={cut}
        aspect={isSquare ? 1 : undefined}
        keepSelection
        ruleOfThirds
        ariaLabels={{
          cropArea: t('crop_area'),
          nwDragHandle: t('crop_corner'),
          nDragHandle: t('crop_edge'),
          neDragHandle: t('crop_corner'),
          eDragHandle: t('crop_edge'),
          seDragHandle: t('crop_corner'),
          sDragHandle: t('crop_edge'),
          swDragHandle: t('crop_corner'),
          wDragHandle: t('crop_edge'),
        }}
        onChange={(_pixels, percent) => setCut(percent)}
      >
        <img
          ref={image}
          src={url}
          alt=""
          className="crop-picture"
          onLoad={(event) => setCut(firstCut(event.currentTarget, isSquare))}
        />
      </ReactCrop>
      <ButtonRow>
        <Button look="primary" onClick={() => void take()}>
          {t('crop_take')}
        </Button>
        <Button onClick={() => onDone(undefined)}>{t('crop_whole')}</Button>
      </ButtonRow>
    </Dialog>
  )
}
