import { useText } from '../../i18n/text.tsx'
import { SubmitButton } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'

/** Deletes the file that a form is about, once one is sure. */
export function DeleteFile({ name, question }: { name: string; question: string }) {
  const t = useText('admin_operations')
  return (
    <Confirm
      align="end"
      summaryClass="button button-small button-danger"
      summary={
        <>
          {t('backup_delete')}
          <span className="visually-hidden">{` ${name}`}</span>
        </>
      }
      question={question}
    >
      {(cancel) => (
        <>
          <p className="operations-file">{name}</p>
          <div className="dialog-buttons">
            {cancel}
            <SubmitButton name="intent" value="delete" look="danger-fill">
              {t('backup_delete')}
            </SubmitButton>
          </div>
        </>
      )}
    </Confirm>
  )
}
