import type { Tally } from '@askwell/contract/votes.ts'
import { useAct } from './act-form.tsx'
import { votesAfter, type Votes } from './votes-after.ts'

/** Shows a vote at once; the page loads anew behind it, and what was refused springs back with the reason. */
export function useVote(votes: Votes) {
  const { submit, sent } = useAct<Tally>()
  return { ...votesAfter(votes, sent), submit }
}
