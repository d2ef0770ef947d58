import { plugin } from '@askwell/plugin-kit'

export default plugin({
  filter: ({ content }, { config }) => (config.from ? content.replaceAll(config.from, config.to) : content),
})
