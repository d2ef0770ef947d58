import type { Offer } from './policy.ts'

/** The services that one can sign in with here and now, by the slugs of their plugins. */
export const createConnectors = () => {
  const offers = new Map<string, Offer>()
  return {
    /** A plugin that is switched on and set up; nothing where it is no more. */
    use: (slug_name: string, offer: Offer | undefined) => void (offer ? offers.set(slug_name, offer) : offers.delete(slug_name)),
    find: (slug_name: string) => offers.get(slug_name),
    list: () => [...offers].map(([slug_name, offer]) => ({ slug_name, ...offer })).sort((a, b) => (a.slug_name < b.slug_name ? -1 : 1)),
  }
}
export type Connectors = ReturnType<typeof createConnectors>
