import { plugin } from '@askwell/plugin-kit'

const videoOf = (address) => /^https:\/\/video\.example\.org\/(\w+)$/.exec(address)?.[1]

export default plugin({
  embed: (addresses) =>
    addresses.map((address) => {
      const video = videoOf(address)
      return video ? { title: `Video ${video}`, frame: `https://player.example.org/${video}` } : null
    }),
})
