import { compareSettings, exportSettings, importSettings } from '@askwell/contract/configuration.ts'
import type { ReplyOf } from '@askwell/contract/endpoint.ts'
import { SETTINGS_FILE_MAX } from '@askwell/contract/limits.ts'
import type { KeyIn } from '@askwell/contract/message-keys.ts'
import { useActionData } from 'react-router'
import {
  inBrowserSubmit,
  onServerSubmit,
  type Outcome,
  PageForm,
  RefusalErrors,
  type Submission,
  text,
} from '../../forms.tsx'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { DiffPart, Diffs } from '../../components/diff/diff.tsx'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { useText } from '../../i18n/text.tsx'
import { ButtonAnchor, ButtonRow, SubmitButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { chosenText } from './chosen-file.ts'
import type { Route } from './+types/settings-file.ts'

const load = ({ call }: RouteContext) => call(exportSettings)
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

type Comparison = ReplyOf<typeof compareSettings> & { file: string }

const send = async ({ call, form }: Submission): Promise<Comparison | null> => {
  if (text(form, 'intent') === 'apply') {
    await call(importSettings, { body: { file: text(form, 'file'), state: text(form, 'state') } })
    return null
  }
  const file = await chosenText(form, { file: 'chosen', field: 'file', max: SETTINGS_FILE_MAX })
  return { ...(await call(compareSettings, { body: { file } })), file }
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

/** All settings out as a file, and in again: first compared, then taken over. */
export default function SettingsFile({ loaderData: { file } }: Route.ComponentProps) {
  const t = useText('audit')
  const tooLong = useText('admin')('text_too_long', { max: SETTINGS_FILE_MAX })
  const outcome = useActionData() as Outcome<Comparison | null> | undefined
  const compared = outcome?.ok ? outcome.value : null
  const refused = outcome && !outcome.ok && outcome.intent === 'apply' ? outcome : undefined
  return (
    <>
      <PageMeta title={t('file_title')} hidden />
      <PageTitle>{t('file_title')}</PageTitle>
      <div className="page-lead">
        <p>{t('file_lead')}</p>
      </div>
      {outcome?.ok && outcome.intent === 'apply' && (
        <Notice kind="success" role="status">
          {t('file_applied')}
        </Notice>
      )}
      <ButtonRow>
        <ButtonAnchor
          href={`data:application/yaml;charset=utf-8,${encodeURIComponent(file)}`}
          download="askwell-settings.yaml"
        >
          {t('file_export')}
        </ButtonAnchor>
      </ButtonRow>
      <RefusalErrors refusal={refused} />
      {compared && <Compared {...compared} />}
      <Panel title={t('file_import')} note={t('file_import_help')}>
        <PageForm intent="compare" encType="multipart/form-data" labels={{ file: t('file_text') }}>
          {(field, { busy }) => (
            <>
              <input type="hidden" name="too_long" value={tooLong} />
              <div className="field">
                <label className="field-label" htmlFor="field-chosen">
                  {t('file_field')}
                </label>
                <input id="field-chosen" type="file" name="chosen" accept=".yaml,.yml,.json,application/json" />
              </div>
              <Textarea
                {...field('file', refused?.values.file ?? compared?.file)}
                label={t('file_text')}
                maxLength={SETTINGS_FILE_MAX}
                rows={8}
                dir="ltr"
                spellCheck={false}
              />
              <ButtonRow>
                <SubmitButton busy={busy}>{t('file_compare')}</SubmitButton>
              </ButtonRow>
            </>
          )}
        </PageForm>
      </Panel>
    </>
  )
}

/** What the file would change; nothing has yet. */
function Compared({ changes, sections, state, file }: Comparison) {
  const t = useText('audit')
  if (sections.length === 0)
    return (
      <Notice kind="info" role="status">
        {t('file_same')}
      </Notice>
    )
  const names = sections.map((section) => t(`section_${section}` as KeyIn<'audit'>)).join(', ')
  return (
    <Panel title={t('file_differs')} note={names}>
      {changes && (
        <Diffs label={t('legend')}>
          <div className="diff">
            <DiffPart label={t('file_differs')} {...changes} />
          </div>
        </Diffs>
      )}
      <PageForm intent="apply" encType="multipart/form-data">
        {(_, { busy }) => (
          <>
            <input type="hidden" name="file" value={file} />
            <input type="hidden" name="state" value={state} />
            <ButtonRow>
              <SubmitButton busy={busy}>{t('file_apply')}</SubmitButton>
            </ButtonRow>
          </>
        )}
      </PageForm>
    </Panel>
  )
}
