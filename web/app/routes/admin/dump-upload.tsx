import { uploadDump } from '@askwell/contract/imports.ts'
import { CallFailed } from '@askwell/web/context.ts'
import { type SubmitEvent, useRef, useState } from 'react'
import { useActionData, useNavigate, useRevalidator } from 'react-router'
import { PageForm } from '../../forms.tsx'
import { useLanguage, useText } from '../../i18n/text.tsx'
import { Button, SubmitButton } from '../../ui/button.tsx'
import { formatBytes } from '@askwell/contract/format-bytes.ts'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Progress } from '../../ui/progress.tsx'

interface Sending {
  file: File
  sent: number
}

/** A dump from one's own computer. With scripts it says how much has gone, and can be stopped; without them it is a plain form. */
export function DumpUpload({ most, endings }: { most: number; endings: readonly string[] }) {
  const t = useText('admin_operations')
  const { tag, number } = useLanguage()
  const { revalidate } = useRevalidator()
  const [sending, setSending] = useState<Sending>()
  const [refusal, setRefusal] = useState('')
  const outcome = useActionData()
  const navigate = useNavigate()
  const chosen = useRef<HTMLInputElement>(null)
  const stopping = useRef<AbortController>(undefined)
  const bytes = (count: number) => formatBytes(tag, count)

  const send = async (file: File) => {
    if (outcome) await navigate('.', { replace: true, preventScrollReset: true }) // what was said of the attempt before
    if (file.size > most) return setRefusal(t('dump_too_large', { size: bytes(most) }))
    const abort = new AbortController()
    stopping.current = abort
    setRefusal('')
    setSending({ file, sent: 0 })
    try {
      const { uploadLong } = await import('../../long-upload.ts')
      const onProgress = (sent: number) => setSending({ file, sent })
      await uploadLong(uploadDump, { source: 'dump', file, onProgress, signal: abort.signal })
      if (chosen.current) chosen.current.value = ''
      await revalidate()
    } catch (error) {
      if (abort.signal.aborted) setRefusal(t('dump_upload_stopped'))
      else setRefusal(error instanceof CallFailed && error.message ? error.message : t('dump_upload_failed'))
    }
    setSending(undefined)
  }
  const onSubmit = (event: SubmitEvent<HTMLDivElement>) => {
    const file = chosen.current?.files?.[0]
    if (!file?.size) return
    event.preventDefault()
    event.stopPropagation()
    void send(file)
  }
  const percent = sending ? Math.min(100, Math.floor((sending.sent / sending.file.size) * 100)) : 0
  return (
    <Panel title={t('dump_upload_title')}>
      <div onSubmitCapture={onSubmit}>
        {refusal && (
          <Notice kind="danger" role="alert">
            {refusal}
          </Notice>
        )}
        <div hidden={sending !== undefined}>
          <PageForm intent="upload" encType="multipart/form-data" labels={{ dump_file: t('dump_file') }}>
            {(field, { busy }) => (
              <div className="operations-upload">
                <input type="hidden" name="missing" value={t('backup_file_missing')} />
                <label className="field">
                  <span className="field-label">{t('dump_file')}</span>
                  <input
                    ref={chosen}
                    type="file"
                    name="dump_file"
                    accept={['.zip,.gz,.tgz,.csv,application/zip,application/gzip,text/csv', ...endings].join()}
                    aria-invalid={Boolean(field('dump_file').error) || undefined}
                  />
                  <span className="setting-help">
                    {t('dump_upload_help', { size: bytes(most) })}{' '}
                    {endings.length > 0 && t('dump_upload_plugins', { endings: [...new Set(endings)].join(', ') })}
                  </span>
                </label>
                <SubmitButton look="plain" busy={busy}>
                  {t('backup_upload')}
                </SubmitButton>
              </div>
            )}
          </PageForm>
        </div>
        {sending && (
          <div className="operations-upload">
            <p role="status">{t('dump_uploading', { name: sending.file.name })}</p>
            <div className="task-progress">
              <Progress label={t('dump_uploading', { name: sending.file.name })} value={percent} />
              <span>
                {t('dump_sent', {
                  sent: bytes(sending.sent),
                  size: bytes(sending.file.size),
                  percent: number(percent),
                })}
              </span>
            </div>
            <Button onClick={() => stopping.current?.abort()}>{t('cancel')}</Button>
          </div>
        )}
      </div>
    </Panel>
  )
}
