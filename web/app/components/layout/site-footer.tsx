import { paths } from '../../paths.ts'
import { FormToken } from '../../forms.tsx'
import { type RootData, useRoot } from '../../root-data.ts'
import { useText } from '../../i18n/text.tsx'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { SegmentedLinks } from '../../ui/segmented.tsx'
import '../../ui/text-input.css'
import { useHere } from './places.ts'
import './site-footer.css'

interface Props extends Pick<RootData, 'languages' | 'language'> {
  scheme: 'system' | 'light' | 'dark'
  schemeIsOwn: boolean
}

export function SiteFooter({ languages, language, scheme, schemeIsOwn }: Props) {
  const t = useText('layout')
  const here = useHere()
  const schemes = (['system', 'light', 'dark'] as const).map((value) => ({
    value,
    label: t(`scheme_${value}`),
    to: paths.prefer({ scheme: value }, here),
  }))
  return (
    <footer className="site-footer">
      <div className="site-footer-inner">
        <ul>
          <li>
            <Link to={paths.tos()}>{t('terms')}</Link>
          </li>
          <li>
            <Link to={paths.privacy()}>{t('privacy')}</Link>
          </li>
          <li>{t('runs_on', { product: 'Askwell' })}</li>
        </ul>
        <div className="site-footer-end">
          {languages.length > 1 && <LanguageForm languages={languages} language={language} here={here} />}
          {schemeIsOwn ? (
            <Link to={paths.settings('interface')}>{t('scheme_in_settings')}</Link>
          ) : (
            <SegmentedLinks label={t('scheme')} segments={schemes} value={scheme} />
          )}
        </div>
      </div>
    </footer>
  )
}

/** A form with a button; with scripts, choosing is enough. A member's choice is stored in the account. */
function LanguageForm({ languages, language, here }: Pick<RootData, 'languages' | 'language'> & { here: string }) {
  const t = useText('layout')
  const { user } = useRoot()
  return (
    <form className="site-footer-form" method={user ? 'post' : 'get'} action={paths.prefer({}, here).split('?')[0]}>
      {user && <FormToken />}
      <input type="hidden" name="back" value={here} />
      <select
        className="input"
        name="language"
        aria-label={t('language')}
        defaultValue={language}
        onChange={(event) => event.currentTarget.form?.requestSubmit()}
      >
        {languages.map(({ value, label }) => (
          <option key={value} value={value} lang={value.replace('_', '-')}>
            {label}
          </option>
        ))}
      </select>
      <span className="without-script">
        <Button size="small" type="submit">
          {t('choose')}
        </Button>
      </span>
    </form>
  )
}
