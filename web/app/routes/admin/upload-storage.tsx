import type { UploadStorage, UploadStore } from '@askwell/contract/storage.ts'
import type { Task } from '@askwell/contract/tasks.ts'
import { PageForm, switchesOf } from '../../forms.tsx'
import { useText } from '../../i18n/text.tsx'
import { SubmitButton } from '../../ui/button.tsx'
import { Switch } from '../../ui/checkbox.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SaveFoot } from '../../ui/save-foot.tsx'
import { Select } from '../../ui/select.tsx'
import { SettingRow, Settings } from '../../ui/settings.tsx'
import { S3Fields } from './s3-fields.tsx'
import { TaskPanel } from './task-panel.tsx'

interface Props {
  now: UploadStorage
  used: UploadStore[]
  plugins: { slug_name: string; name: string }[]
  moving: Task | undefined
}

/** Where uploads can be moved to: what lies elsewhere first. */
const targetOf = ({ now, used }: Props): UploadStore | undefined => {
  if (used.some((place) => place !== now.place)) return now.place
  if (used.length === 0) return undefined
  if (now.place !== 'disk') return 'disk'
  return now.s3_endpoint && now.s3_bucket && now.s3_access_key ? 's3' : undefined
}

/** Before the name of a plugin, among the places. */
export const BY_PLUGIN = 'plugin:'

/** One that is chosen stays to be seen while it is off. */
const pluginsOf = ({ now: { store_plugin }, plugins }: Props) =>
  store_plugin && !plugins.some(({ slug_name }) => slug_name === store_plugin)
    ? [...plugins, { slug_name: store_plugin, name: store_plugin }]
    : plugins

/** Where uploads are kept: set, tried, and moved there. */
export function UploadStoragePart(props: Props) {
  const { now, used, moving } = props
  const t = useText('admin_operations')
  const target = targetOf(props)
  return (
    <>
      <Panel title={t('uploads_title')}>
        <p className="task-lead">{t('uploads_lead')}</p>
        <p className="task-lead">
          {t(`uploads_lie_${used.length === 0 ? 'none' : used.length > 1 ? 'both' : used[0]!}`)}
        </p>
        <PageForm intent="uploads" labels={{ storage_pass: t('password'), s3_bucket: t('s3_bucket') }}>
          {(field, { busy, done, refusal }) => (
            <Settings foot={<SaveFoot save={t('save')} saved={t('saved')} {...{ busy, done }} />}>
              <Select
                {...field('place', now.place === 'plugin' ? `${BY_PLUGIN}${now.store_plugin}` : now.place)}
                label={t('uploads_place')}
                help={t('uploads_place_help')}
                options={[
                  ...(['disk', 's3'] as const).map((value) => ({ value, label: t(`uploads_place_${value}`) })),
                  ...pluginsOf(props).map(({ slug_name, name }) => ({
                    value: `${BY_PLUGIN}${slug_name}`,
                    label: t('uploads_place_by', { name }),
                  })),
                ]}
              />
              <div className="if-s3">
                <S3Fields {...{ field, now }} passwordHelp={t('uploads_password_help')} />
                <SettingRow name={t('uploads_links_row')}>
                  <Switch
                    id="s3_links"
                    name="s3_links"
                    value="on"
                    defaultChecked={switchesOf(refusal)('s3_links', now.s3_links)}
                    label={t('uploads_links')}
                    help={t('uploads_links_help')}
                  />
                </SettingRow>
              </div>
              <SettingRow name={t('uploads_unscanned_row')}>
                <Switch
                  id="keep_unscanned"
                  name="keep_unscanned"
                  value="on"
                  defaultChecked={switchesOf(refusal)('keep_unscanned', now.keep_unscanned)}
                  label={t('uploads_unscanned')}
                  help={t('uploads_unscanned_help')}
                />
              </SettingRow>
            </Settings>
          )}
        </PageForm>
        {(now.s3_bucket || now.place === 'plugin') && (
          <PageForm intent="uploads_test">
            {(_, { busy, done }) => (
              <>
                {done && (
                  <Notice kind="success" role="status">
                    {t('uploads_test_fine')}
                  </Notice>
                )}
                <SubmitButton look="plain" busy={busy}>
                  {t('uploads_test')}
                </SubmitButton>
              </>
            )}
          </PageForm>
        )}
      </Panel>
      {(target || moving) && (
        <TaskPanel
          kind="move_uploads"
          run={moving}
          title={t('task_kind_move_uploads')}
          lead={t('uploads_move_lead')}
          {...(target && { begin: t(`uploads_move_to_${target}`), intent: `move_${target}` })}
        >
          {(result) => {
            const { files, missing } = result as { files: number; missing: number }
            return `${t('uploads_moved', { count: files })}${missing ? ` ${t('uploads_missing', { count: missing })}` : ''}`
          }}
        </TaskPanel>
      )}
    </>
  )
}
