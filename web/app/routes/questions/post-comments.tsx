import type { Paged } from '@askwell/contract/shapes.ts'
import { useState } from 'react'
import { useActionData, useSearchParams } from 'react-router'
import type { Outcome } from '../../forms.tsx'
import { call } from '../../session.ts'
import type { CommentRead } from '../../components/post/as-read.ts'
import { Comments, openFormIn } from '../../components/comments/comments.tsx'
import { usersWhoSee } from '../../components/editor/editor-calls.ts'
import { useText } from '../../i18n/text.tsx'
import { showToast } from '../../ui/toast.tsx'
import { allComments, showAllComments } from './open-comments.ts'

interface Props {
  object_id: string
  label: string
  first: Paged<CommentRead>
  visitor: boolean
  asker_id: string
  closed: boolean
}

/** The comments of one post: a few at first, all of them on demand. */
export function PostComments({ object_id, first, visitor, ...rest }: Props) {
  const t = useText('questions')
  const [search] = useSearchParams()
  const refused = useActionData() as Outcome | undefined
  // Once the page has reloaded it has them all itself.
  const [more, setMore] = useState<{ first: Paged<CommentRead>; all: Paged<CommentRead> }>()
  const [busy, setBusy] = useState(false)
  const shown = more?.first === first ? more.all : first

  const onMore = async () => {
    setBusy(true)
    try {
      setMore({ first, all: await allComments(call, object_id) })
      showAllComments(object_id)
    } catch {
      showToast(t('comments_failed'), 'danger')
    }
    setBusy(false)
  }
  return (
    <Comments
      {...rest}
      object_id={object_id}
      comments={shown.list}
      count={shown.count}
      visitor={visitor}
      onMore={() => void onMore()}
      busy={busy}
      findMembers={visitor ? undefined : usersWhoSee(object_id)}
      open={visitor ? undefined : openFormIn(search, object_id, shown.list)}
      refused={refused && !refused.ok ? refused : undefined}
    />
  )
}
