import type { Tally } from '@askwell/contract/votes.ts'
import { useAct } from './act-form.tsx'
import { votesAfter, type Votes } from './votes-after.ts'

/** Shows a vote at once; the page reloads its data behind it, and a refused vote springs back with the reason. */
export function useVote(votes: Votes) {
  const { submit, sent } = useAct<Tally>()
  return { ...votesAfter(votes, sent), submit }
}
