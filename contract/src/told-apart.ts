const alike = (name: string) => name.normalize('NFKC').trim().toLowerCase()

/** Plugins that people choose from: of several with one name each says its short name, too. */
export const toldApart = <T extends { slug_name: string; name: string }>(list: readonly T[]): T[] => {
  const byName = Map.groupBy(list, ({ name }) => alike(name))
  return list.map((one) =>
    byName.get(alike(one.name))!.length > 1 ? { ...one, name: `${one.name.trim()} (${one.slug_name})` } : one,
  )
}
