import { PageForm } from '../../forms.tsx'
import { useText } from '../../i18n/text.tsx'
import { SubmitButton } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'

const ALL = 'erase_all'

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
