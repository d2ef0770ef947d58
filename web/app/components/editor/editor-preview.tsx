import { use, useEffect, useState } from 'react'
import { useText } from '../../i18n/text.tsx'
import { hasOutsideImages, OutsideImagesContext } from '../../ui/outside-images.ts'
import { Prose } from '../../ui/raw-html.tsx'

const PAUSE = 400

/** The text as others will see it, rendered by the server when the typing pauses. */
export function EditorPreview({
  text,
  render,
  onOutsideImages,
}: {
  text: string
  render: (text: string) => Promise<string>
  /** Whether it shows images of other sites, or would. */
  onOutsideImages: (found: boolean) => void
}) {
  const t = useText('editor')
  const { ownHost } = use(OutsideImagesContext)
  const [made, setMade] = useState<{ html: string } | 'failed' | null>(null)
  useEffect(() => {
    if (!text.trim()) return
    let current = true
    const timer = setTimeout(() => {
      render(text).then(
        (html) => {
          if (current) setMade({ html })
        },
        () => {
          if (current) setMade('failed')
        },
      )
    }, PAUSE)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [text, render])
  const found = made !== null && made !== 'failed' && hasOutsideImages(made.html, ownHost)
  useEffect(() => {
    onOutsideImages(found)
    return () => onOutsideImages(false)
  }, [found, onOutsideImages])
  const empty = !text.trim() || made === null
  return (
    <div className="editor-preview" role="region" aria-label={t('preview')} tabIndex={0}>
      {empty || made === 'failed' ? (
        <p className="editor-preview-empty">{t(made === 'failed' ? 'preview_failed' : 'preview_empty')}</p>
      ) : (
        <Prose html={made.html} />
      )}
    </div>
  )
}
