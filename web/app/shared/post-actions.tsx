import type { MemberAction } from '@askwell/contract/shapes.ts'
import { useText } from '../text.tsx'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import { ActForm, useAct } from './act-form.tsx'
import { Flag } from './flag.tsx'
import type { Intent } from './intents.ts'
import { ShareLink } from './share-link.tsx'
import { StateActions } from './state-actions.tsx'
import type { StatefulPost } from './state-acts.ts'

interface Props {
  object_id: string
  post: StatefulPost
  actions: MemberAction[]
  /** The post's own address and its title, to share. */
  address: string
  title: string
  editAddress: string
  /** The form that deletes it. */
  deletion: { intent: Intent; fields: Record<string, string>; question: string }
  label: string
}

/** What may be done with a post. What it is may only be said by the server; the words on the buttons are its too. */
export function PostActions({ object_id, post, actions, address, title, editAddress, deletion, label }: Props) {
  const named = (action: MemberAction['action']) => actions.find((one) => one.action === action)?.name
  const edit = named('edit')
  const remove = named('delete')
  const report = named('report')
  return (
    <div className="post-actions" role="group" aria-label={label}>
      <ShareLink to={address} title={title} />
      {edit && <Link className="post-action" to={editAddress}><Icon name="pencil" small />{edit}</Link>}
      {report && <Flag word={report} object_id={object_id} />}
      {remove && <Deletion word={remove} {...deletion} />}
      <StateActions actions={actions.filter(({ action }) => action !== 'delete')} post={post} />
    </div>
  )
}

function Deletion({ word, intent, fields, question }: Props['deletion'] & { word: string }) {
  const t = useText('post')
  const { submit, busy } = useAct()
  return (
    <Confirm align="end" summaryClass="post-action" summary={<><Icon name="trash" small />{word}</>} question={question}>
      <ActForm intent={intent} fields={fields} onSubmit={submit}><Button type="submit" size="small" look="danger-fill" busy={busy}>{t('delete')}</Button></ActForm>
    </Confirm>
  )
}
