// words: admin.erase_all_*
import { deletePermanently } from '@askwell/contract/content-administration.ts'
import { useRef } from 'react'
import { useActionData } from 'react-router'
import { type Outcome, PageForm, type Submission, text } from '../../forms.tsx'
import { useTicked } from '../../components/lists/use-ticked.ts'
import { useText } from '../../i18n/text.tsx'
import { SubmitButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'

const SOME = 'erase-some'
const ALL = 'erase_all'

interface NotErased {
  title: string
  msg: string
}
/** What became of several posts, line by line: one that was restored meanwhile can be found by its title. */
export interface Erasure {
  erased: number
  kept: NotErased[]
}

/** Sends either form of this page. */
export const sendErasure = async (
  { call, form }: Submission,
  type: 'questions' | 'answers',
): Promise<Erasure | null> => {
  if (text(form, 'intent') === ALL) {
    await call(deletePermanently, { body: { type } })
    return null
  }
  const titles = new Map(
    form
      .getAll('item')
      .map((item) => /^(\S+) (.*)$/s.exec(String(item)) ?? [])
      .map(([, id, title]) => [id ?? '', title ?? '']),
  )
  if (titles.size === 0) return { erased: 0, kept: [] }
  const outcome = await call(deletePermanently, { body: { type, object_ids: [...titles.keys()] } })
  return (
    outcome && {
      erased: outcome.erased.length,
      kept: outcome.kept.map(({ object_id, msg }) => ({ title: titles.get(object_id) ?? object_id, msg })),
    }
  )
}

/** In a line of the list. */
export function EraseBox({ id, title }: { id: string; title: string }) {
  const t = useText('admin')
  return (
    <Checkbox
      id={`erase-${id}`}
      name="item"
      value={`${id} ${title}`}
      form={SOME}
      label={<span className="visually-hidden">{t('pick', { title })}</span>}
    />
  )
}

/** Those ticked in the list below go for good. */
export function EraseSome({ some }: { some: boolean }) {
  const t = useText('admin')
  const form = useRef<HTMLFormElement>(null)
  const ticked = useTicked(form)
  const outcome = useActionData() as Outcome<Erasure | null> | undefined
  const done = outcome?.ok && outcome.intent === SOME ? outcome.value : undefined
  return (
    <>
      {done && done.erased > 0 && <Notice kind="success" role="status" title={t('erased', { count: done.erased })} />}
      {done && done.kept.length > 0 && (
        <Notice kind="warning" role="status" title={t('kept', { count: done.kept.length })}>
          <ul>
            {done.kept.map(({ title, msg }) => (
              <li key={title}>
                <bdi>{title}</bdi>: {msg}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {some && (
        <PageForm intent={SOME} id={SOME} ref={form} className="content-some">
          {(_field, { busy }) => (
            <>
              <span className="page-head-note needs-script" role="status">
                {t('picked', { count: ticked })}
              </span>
              <Confirm
                summaryClass="button button-small button-danger"
                summary={
                  <>
                    <Icon name="trash" small />
                    {t('erase_picked')}
                  </>
                }
                question={t('erase_picked_sure')}
                disabled={ticked === 0}
              >
                {(cancel) => (
                  <div className="dialog-buttons">
                    {cancel}
                    <SubmitButton look="danger-fill" busy={busy}>
                      {t('erase_picked')}
                    </SubmitButton>
                  </div>
                )}
              </Confirm>
            </>
          )}
        </PageForm>
      )}
    </>
  )
}

/** For good, and all at once: asked once more, and in other words. */
export function EraseAll({ kind, some }: { kind: 'questions' | 'answers'; some: boolean }) {
  const t = useText('admin')
  return (
    <PageForm intent={ALL}>
      {(_field, { busy, done }) => (
        <>
          {done && (
            <Notice kind="success" role="status">
              {t('erased_all')}
            </Notice>
          )}
          {some && (
            <Panel title={t('erase_all_title')}>
              <div className="content-erase">
                <p>{t(`erase_all_${kind}`)}</p>
                <Confirm
                  summaryClass="button button-danger"
                  summary={
                    <>
                      <Icon name="trash" small />
                      {t('erase_all')}
                    </>
                  }
                  question={t('erase_all_sure')}
                >
                  {(cancel) => (
                    <>
                      <p>{t(`erase_all_${kind}`)}</p>
                      <div className="dialog-buttons">
                        {cancel}
                        <SubmitButton look="danger-fill" busy={busy}>
                          {t('erase_all_send')}
                        </SubmitButton>
                      </div>
                    </>
                  )}
                </Confirm>
              </div>
            </Panel>
          )}
        </>
      )}
    </PageForm>
  )
}
