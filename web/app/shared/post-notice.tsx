import type { Operation } from '@askwell/contract/questions.ts'
import { useText } from '../text.tsx'
import { Notice } from '../ui/notice.tsx'
import { Time } from '../ui/time.tsx'
import type { PostState } from './question-state.ts'

interface Props {
  kind: 'question' | 'answer'
  state: PostState
  /** The server's own words, where there are any. */
  operation?: Operation
}

const looks = {
  closed: { kind: undefined, icon: 'lock' },
  unlisted: { kind: undefined, icon: 'eyeOff' },
  pending: { kind: 'warning', icon: 'clock' },
  deleted: { kind: 'danger', icon: 'trash' },
} as const

/** Why a post isn't as others are: closed, waiting, deleted, unlisted. */
export function PostNotice({ kind, state, operation }: Props) {
  const t = useText('post') // words: post.closed_* post.deleted_* post.pending_* post.unlisted_*
  const duplicate = operation?.msg.startsWith('http') ? operation.msg : undefined
  return (
    <Notice {...looks[state]} title={operation?.type || t(`${state}_title`)}>
      {duplicate && <p>{t('duplicate_of')} <a href={duplicate}>{duplicate}</a></p>}
      {operation?.msg && !duplicate && <p>{operation.msg}</p>}
      <p className="notice-note">
        {operation?.description || t(`${state}_${kind}`)}
        {operation && operation.time > 0 && <> · <Time at={operation.time} /></>}
      </p>
    </Notice>
  )
}
