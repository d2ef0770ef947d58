import { plugins, setPluginStatus } from '@askwell/contract/plugins.ts'
import { inBrowserSubmit, onServerSubmit, PageForm, type Submission, text } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { useText } from '../../i18n/text.tsx'
import { ButtonLink, SubmitButton } from '../../ui/button.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Table } from '../../ui/table.tsx'
import './user.css'
import type { Route } from './+types/plugins.ts'

const load = async ({ call }: RouteContext) => ({ list: await call(plugins) })
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const send = ({ call, form }: Submission) =>
  call(setPluginStatus, { body: { plugin_slug_name: text(form, 'intent'), enabled: text(form, 'enabled') === 'true' } })
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

export default function Plugins({ loaderData: { list } }: Route.ComponentProps) {
  const t = useText('admin')
  return (
    <>
      <PageMeta title={t('page_installed_plugins')} hidden />
      <PageTitle>{t('page_installed_plugins')}</PageTitle>
      <p className="page-lead">{t('plugins_lead')}</p>
      <Table
        caption={t('page_installed_plugins')}
        columns={[
          { name: t('plugin') },
          { name: t('status') },
          { name: <span className="visually-hidden">{t('acts')}</span> },
        ]}
      >
        {list.map(({ slug_name, name, description, enabled, have_config, set_up }) => (
          <tr key={slug_name}>
            <th scope="row" data-label={t('plugin')}>
              <span className="plugin-name">{name}</span>
              <small className="plugin-note">{description}</small>
            </th>
            <td data-label={t('status')}>
              {t(enabled ? 'plugin_on' : 'plugin_off')}
              {enabled && !set_up && <small className="plugin-note">{t('plugin_not_set_up')}</small>}
            </td>
            <td className="plugin-acts">
              {enabled && have_config && (
                <ButtonLink size="small" to={paths.admin(slug_name)} aria-label={t('set_up_name', { name })}>
                  {t('set_up')}
                </ButtonLink>
              )}
              <PageForm intent={slug_name}>
                {(_field, { busy }) => (
                  <>
                    <input type="hidden" name="enabled" value={String(!enabled)} />
                    <SubmitButton
                      look="plain"
                      size="small"
                      busy={busy}
                      aria-label={t(enabled ? 'switch_off_name' : 'switch_on_name', { name })}
                    >
                      {t(enabled ? 'switch_off' : 'switch_on')}
                    </SubmitButton>
                  </>
                )}
              </PageForm>
            </td>
          </tr>
        ))}
      </Table>
    </>
  )
}
