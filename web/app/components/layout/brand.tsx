import type { SiteInfo } from '@askwell/web/context.ts'
import { paths } from '../../paths.ts'
import { useText } from '../../i18n/text.tsx'
import { Wordmark } from './wordmark.tsx'
import { Link } from '../../ui/link.tsx'

const PRODUCT = 'Askwell'

/** The site's logo, else its name; while the site has the product's name, the product's mark. */
export function Brand({ site }: { site: Pick<SiteInfo, 'general' | 'branding'> | null }) {
  const t = useText('layout')
  const name = site?.general.name || PRODUCT
  const { logo = '', mobile_logo = '' } = site?.branding ?? {}
  return (
    <Link className="wordmark" to={paths.home()} aria-label={t('home_of', { site: name })}>
      {logo ? (
        <picture>
          {mobile_logo && <source media="(max-width: 40em)" srcSet={mobile_logo} />}
          <img src={logo} alt="" height={28} />
        </picture>
      ) : name === PRODUCT ? (
        <Wordmark label={name} />
      ) : (
        <span className="wordmark-name" dir="auto">
          {name}
        </span>
      )}
    </Link>
  )
}
