/** What stands at `data.user.id` of an answer; an empty path is nowhere. */
export const at = (said: unknown, path: string): unknown =>
  path
    ? path
        .split('.')
        .reduce<unknown>(
          (inner, name) =>
            typeof inner === 'object' && inner !== null && Object.hasOwn(inner, name)
              ? (inner as Record<string, unknown>)[name]
              : undefined,
          said,
        )
    : undefined

/** Numbers too: ids often are. Those that JavaScript can't tell from the next one name nobody. */
export const textAt = (said: unknown, path: string) => {
  const value = at(said, path)
  return typeof value === 'string' || Number.isSafeInteger(value) ? String(value) || undefined : undefined
}

interface Address {
  email?: unknown
  primary?: unknown
  verified?: unknown
}

/** The one to write to among a list of addresses, of those that are known to reach somebody. */
export const addressIn = (list: unknown) => {
  const known = (Array.isArray(list) ? list : []) as (Address | null)[]
  const verified = known.filter((one) => one?.verified === true && typeof one.email === 'string')
  const best = verified.find((one) => one?.primary === true) ?? verified[0]
  return { e_mail: best?.email as string | undefined, e_mail_verified: best !== undefined }
}
