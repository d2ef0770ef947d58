import type { MemberAction } from '@askwell/contract/shapes.ts'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { Flag } from '../moderation/flag.tsx'
import { ShareLink } from './share-link.tsx'
import { StateActions } from '../moderation/state-actions.tsx'
import type { StatefulPost } from '../moderation/state-acts.ts'
import './post-action.css'

interface Props {
  object_id: string
  post: StatefulPost
  actions: MemberAction[]
  /** The post's own address and its title, to share. */
  address: string
  title: string
  editAddress: string
  label: string
}

/** The actions a member may take on a post. The server decides, and sends the labels too. */
export function PostActions({ object_id, post, actions, address, title, editAddress, label }: Props) {
  const named = (action: MemberAction['action']) => actions.find((one) => one.action === action)?.name
  const edit = named('edit')
  const report = named('report')
  return (
    <div className="post-actions" role="group" aria-label={label}>
      <ShareLink to={address} title={title} />
      {edit && (
        <Link className="post-action" data-key="e" to={editAddress}>
          <Icon name="pencil" small />
          {edit}
        </Link>
      )}
      {report && <Flag word={report} object_id={object_id} />}
      <StateActions actions={actions} post={post} />
    </div>
  )
}
