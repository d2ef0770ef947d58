import type { Leader } from './queries.ts'

/** The first few of each tag, by score, then by the number of answers; without any score nobody leads. */
export const leadersIn = (scores: Omit<Leader, 'place'>[], limit: number): Map<number, Leader[]> =>
  new Map(
    [...Map.groupBy(scores, ({ tag_id }) => tag_id)].flatMap(([tag_id, users]) => {
      const leaders = users
        .filter(({ answer_score }) => answer_score > 0)
        .toSorted(
          (one, other) =>
            other.answer_score - one.answer_score || other.answers - one.answers || one.user_id - other.user_id,
        )
        .slice(0, limit)
        .map((leader, at) => ({ ...leader, place: at + 1 }))
      return leaders.length ? [[tag_id, leaders] as const] : []
    }),
  )
