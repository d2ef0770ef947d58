/** A title as it is kept: one line, in which nothing turns the direction of what stands beside it and no letter carries a tower of marks. */
export const asTitle = (sent: string) =>
  sent
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/(\p{M}{6})\p{M}+/gu, '$1')
    .trim()
