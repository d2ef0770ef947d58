import type { Pulse } from '@askwell/contract/live.ts'
import { useEffect, useRef } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { paths } from '../../paths.ts'
import { answerAnchor } from '../../components/post/answer-outline.tsx'
import { useText } from '../../i18n/text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { showAllComments } from './open-comments.ts'
import type { Thread } from './thread.ts'
import './live-note.css'

/** What has come since the page was loaded: ids of answers, and under which posts how many comments. */
const newsIn = ({ question, answers }: Thread, { posts }: Pulse) => {
  const shown = new Map([question, ...answers.list].map((post) => [post.id, post.comment_count]))
  // Ids are of one length, and grow.
  const added = posts
    .filter(
      ({ object_id }) => object_id !== question.id && !shown.has(object_id) && object_id > question.last_answer_id,
    )
    .map(({ object_id }) => object_id)
  const commented = posts.flatMap(({ object_id, comment_count }) =>
    comment_count > (shown.get(object_id) ?? comment_count)
      ? [{ object_id, more: comment_count - shown.get(object_id)! }]
      : [],
  )
  return { added, commented, comments: commented.reduce((sum, { more }) => sum + more, 0) }
}

/** Says quietly that there is more to read, below everything, so that what is being read stays where it is; a press brings it. */
export function LiveNote({ thread, pulse }: { thread: Thread; pulse: Pulse | undefined }) {
  const t = useText('live')
  const navigate = useNavigate()
  const { revalidate, state } = useRevalidator()
  const wanted = useRef('')
  useEffect(() => {
    if (!wanted.current || state !== 'idle') return
    const id = wanted.current
    wanted.current = ''
    const answer = document.getElementById(answerAnchor(id))
    if (answer) answer.scrollIntoView({ block: 'start' })
    else void navigate(paths.answer(thread.question, id))
  }, [thread, state, navigate])
  const { added, commented, comments } = pulse ? newsIn(thread, pulse) : { added: [], commented: [], comments: 0 }
  const words = [
    added.length > 0 && t('answers', { count: added.length }),
    comments > 0 && t('comments', { count: comments }),
  ]
    .filter(Boolean)
    .join(' · ')
  const show = () => {
    wanted.current = added.at(-1) ?? ''
    for (const { object_id } of commented) showAllComments(object_id)
    void revalidate()
  }
  return (
    <div className="live-note" role="status">
      {words && (
        <button className="live-note-button" type="button" onClick={show}>
          <Icon name="refresh" small />
          {words}
        </button>
      )}
    </div>
  )
}
