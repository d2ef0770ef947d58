import { uploadFile } from '@askwell/contract/files.ts'
import { brandingSettings, saveBrandingSettings } from '@askwell/contract/site-settings.ts'
import { iconVersion } from '@askwell/contract/icon-version.ts'
import { CallFailed } from '@askwell/web/context.ts'
import { inBrowserSubmit, isOn, onServerSubmit, type Submission, text } from '../../forms.tsx'
import { inBrowser, isFieldList, onServer, type RouteContext } from '../../session.ts'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { useText } from '../../i18n/text.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { BrandPicture } from './brand-picture.tsx'
import './branding.css'
import type { Route } from './+types/branding.ts'

const PICTURES = ['logo', 'mobile_logo', 'square_icon', 'favicon'] as const
type Picture = (typeof PICTURES)[number]

const load = ({ call }: RouteContext) => call(brandingSettings)
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

/** What an upload is refused for belongs to the picture that was sent. */
const uploaded = async ({ upload }: Submission, name: Picture, file: File) => {
  try {
    return await upload(uploadFile, { source: 'branding', file })
  } catch (error) {
    if (error instanceof CallFailed && isFieldList(error.data))
      throw new CallFailed(
        error.status,
        error.reason,
        error.message,
        error.data.map((one) => ({ ...one, error_field: name })),
      )
    throw error
  }
}

const isPicture = (name: string): name is Picture => (PICTURES as readonly string[]).includes(name)

const send = async (submission: Submission) => {
  const { call, form } = submission
  const name = text(form, 'intent')
  if (!isPicture(name)) return null
  const file = form.get('picture')
  if (isOn(form, 'remove')) return call(saveBrandingSettings, { body: { [name]: '' } })
  if (!(file instanceof File) || file.size === 0)
    throw new CallFailed(400, 'field.required', '', [{ error_field: name, error_msg: text(form, 'picture_missing') }])
  return call(saveBrandingSettings, { body: { [name]: await uploaded(submission, name, file) } })
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

export default function Branding({ loaderData: now }: Route.ComponentProps) {
  const t = useText('admin')
  return (
    <>
      <PageMeta title={t('page_branding')} hidden />
      <PageTitle>{t('page_branding')}</PageTitle>
      <div className="page-lead">
        <p>{t('branding_lead')}</p>
      </div>
      {PICTURES.map((name) => (
        <BrandPicture
          key={name}
          name={name}
          address={now[name]}
          isSquare={name === 'square_icon' || name === 'favicon'}
        />
      ))}
      <MadeIcons version={iconVersion(now)} />
    </>
  )
}

/** What devices are given. */
function MadeIcons({ version }: { version: string }) {
  const t = useText('admin')
  return (
    <section className="made-icons" aria-labelledby="made-icons">
      <h2 id="made-icons">{t('made_icons')}</h2>
      <p className="setting-help">
        {t('made_icons_help')} <a href="/manifest.webmanifest">manifest.webmanifest</a>
      </p>
      <ul>
        {[
          ['192.png', 96],
          ['180.png', 60],
          ['48.png', 48],
          ['32.png', 32],
          ['16.png', 16],
        ].map(([name, size]) => (
          <li key={name}>
            <img src={`/icons/${name}?v=${version}`} alt="" width={size} height={size} />
            <span>{String(name).replace('.png', '')}</span>
          </li>
        ))}
        <li>
          <img className="made-icon-round" src={`/icons/maskable-512.png?v=${version}`} alt="" width={96} height={96} />
          <span>512</span>
        </li>
      </ul>
    </section>
  )
}
