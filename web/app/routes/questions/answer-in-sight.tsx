import { HIGHLIGHT_FADE, SCROLL_OFFSET } from '@askwell/contract/limits.ts'
import { useEffect } from 'react'
import { answerAnchor } from '../../components/post/answer-outline.tsx'

/** Brings the answer that the address leads to into sight, and marks it for a moment. */
export function AnswerInSight({ answer_id }: { answer_id: string }) {
  useEffect(() => {
    const answer = document.getElementById(answerAnchor(answer_id))
    if (!answer) return
    window.scrollTo({ top: answer.getBoundingClientRect().top + window.scrollY - SCROLL_OFFSET })
    answer.tabIndex = -1
    answer.focus({ preventScroll: true })
    answer.setAttribute('data-highlight', '')
    const fade = () => answer.removeAttribute('data-highlight')
    const timer = setTimeout(fade, HIGHLIGHT_FADE)
    return () => {
      clearTimeout(timer)
      fade()
    }
  }, [answer_id])
  return null
}
