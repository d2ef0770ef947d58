type Fields = Record<string, unknown>

/** The fields that differ, as they were and as they are; undefined if none does. */
export const changedFields = (before: Fields, after: Fields) => {
  const names = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  if (names.length === 0) return undefined
  const of = (fields: Fields) => Object.fromEntries(names.map((name) => [name, fields[name] ?? null]))
  return { before: of(before), after: of(after) }
}

/** What is recorded in place of a secret: that there was one, and that there is another now. */
export const SECRET_CHANGED = 'changed'
export const SECRET_SET = '•••'

/** Hides the fields of these names: what is recorded says only that they are other ones. */
export const withoutSecrets = <T extends { before: Fields; after: Fields }>({ before, after }: T, secret: string[]) => {
  const isSecret = new Set(secret)
  const hidden = (fields: Fields, word: string) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, isSecret.has(name) ? (value ? word : '') : value]),
    )
  return { before: hidden(before, SECRET_SET), after: hidden(after, SECRET_CHANGED) }
}
