import { useEffect, useRef, useState } from 'react'

export interface Suggestion {
  value: string
  /** Beside it: how often it is used, or what it stands for. */
  note?: string
  /** Below it: what it is about. */
  about?: string
}

export type Find<Found = Suggestion> = (typed: string) => Promise<Found[]>

const SEARCH_DELAY = 200

/** What was found for the text, asked for once the typing pauses; a late answer to an older text is dropped. */
export function useSuggestions<Found = Suggestion>(typed: string, find: Find<Found>) {
  const [found, setFound] = useState<Found[]>([])
  const [answered, setAnswered] = useState('')
  const asked = useRef(0)
  const finder = useRef(find)
  useEffect(() => {
    finder.current = find
  })
  const forget = () => {
    asked.current++
    setFound([])
    setAnswered('')
  }
  useEffect(() => {
    const word = typed.trim()
    if (!word) return
    const mine = ++asked.current
    const timer = setTimeout(() => {
      // Suggestions are a convenience: where they fail, one types the word.
      finder.current(word).then(
        (list) => {
          if (asked.current !== mine) return
          setFound(list)
          setAnswered(word)
        },
        () => {},
      )
    }, SEARCH_DELAY)
    return () => clearTimeout(timer)
  }, [typed])
  // `settled`: what was found is for what stands there.
  return { found: typed.trim() ? found : [], settled: typed.trim() !== '' && answered === typed.trim(), forget }
}
