import { useLanguage, useText } from '../../i18n/text.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import '../../ui/settings.css'
import { READABLE, readability } from './contrast.ts'

interface Props {
  name: string
  error: string | undefined
  label: string
  value: string
  onValue: (value: string) => void
}

/** A colour as text, with the browser's own way of choosing one beside it. */
export function ColorField({ name, error, label, value, onValue }: Props) {
  const t = useText('admin')
  return (
    <div className="color-field">
      <TextInput
        name={name}
        error={error}
        label={label}
        dir="ltr"
        spellCheck={false}
        maxLength={100}
        value={value}
        onChange={(event) => onValue(event.target.value)}
      />
      <input
        type="color"
        className="color-pick needs-script"
        aria-label={t('pick_color', { name: label })}
        value={readability(value).given ?? '#000000'}
        onChange={(event) => onValue(event.target.value)}
      />
    </div>
  )
}

/** How well the site's colour can be read, and what is used in its place where it couldn't be. */
export function Contrast({ color }: { color: string }) {
  const t = useText('admin')
  const { number } = useLanguage()
  const { light, dark, darkButton, isMended, given } = readability(color)
  const ratio = (contrast: number) => number(Math.floor(contrast * 10) / 10)
  return (
    <div className="contrast" role="status">
      <ul>
        <li>
          <span className="contrast-sample" style={{ background: '#fff', color: light.color }} aria-hidden="true">
            Aa
          </span>
          <span className="contrast-sample" style={{ background: light.color, color: '#fff' }} aria-hidden="true">
            Aa
          </span>
          {t('contrast_light', { ratio: ratio(light.contrast) })}
        </li>
        <li>
          <span className="contrast-sample" style={{ background: '#16181b', color: dark.color }} aria-hidden="true">
            Aa
          </span>
          <span className="contrast-sample" style={{ background: darkButton.color, color: '#fff' }} aria-hidden="true">
            Aa
          </span>
          {t('contrast_dark', { ratio: ratio(Math.min(dark.contrast, darkButton.contrast)) })}
        </li>
      </ul>
      <p className="setting-help">
        {!given
          ? t('contrast_none')
          : isMended
            ? t('contrast_mended', { color: light.color, least: number(READABLE) })
            : t('contrast_fine', { least: number(READABLE) })}
      </p>
    </div>
  )
}
