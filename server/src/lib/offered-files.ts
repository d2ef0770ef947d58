/** What an admin has uploaded, as a plugin reads it: never by a path. */
export interface OfferedFiles {
  list(): { name: string; bytes: number }[]
  read(name: string, start: number, end: number): Promise<Buffer>
}

/** Which plugin may read what just now. */
export const createOffers = () => {
  const offers = new Map<string, OfferedFiles>()
  return {
    /** For as long as `work` takes. */
    async offering<T>(slug_name: string, files: OfferedFiles | undefined, work: () => Promise<T>) {
      if (files) offers.set(slug_name, files)
      try {
        return await work()
      } finally {
        offers.delete(slug_name)
      }
    },
    offeredTo(slug_name: string) {
      const files = offers.get(slug_name)
      if (!files) throw new Error('no file is there to be read just now')
      return files
    },
  }
}
