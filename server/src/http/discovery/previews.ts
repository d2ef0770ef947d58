import { questionThread } from '@askwell/contract/threads.ts'
import { LRUCache } from 'lru-cache'
import { plainColor } from '../../features/operations/settings/policy.ts'
import { outsideSlot } from '../../lib/concurrency-slot.ts'
import { translate } from '../../lib/messages.ts'
import { previewPicture } from '../../lib/preview-picture.ts'
import { previewVersion } from './head.ts'
import type { AddPublicAddress, PublicRequest } from './public-address.ts'

/** Some 20 KB each. */
const DRAWN = 300
const COLOR = '#0033ff'

/** `/previews/ID.png`: the picture that other sites show for a question, drawn when one first asks, and again when title or figures change. */
export const addPreviews = (add: AddPublicAddress) => {
  const drawn = new LRUCache<string, Promise<Buffer>>({ max: DRAWN })
  const preview = async (asked: PublicRequest) => {
    const { question } = await asked.ask(questionThread, { query: { id: asked.params.id! } })
    if (question.status >= 10) return undefined
    const { theme, general } = asked.settings
    const color = plainColor(theme.theme_config[theme.theme]?.primary_color ?? '') ?? COLOR
    const key = [question.id, previewVersion(question), general.name, color].join(' ')
    const draw = () => {
      const picture = previewPicture({
        title: question.title,
        site: general.name,
        figures: [
          translate(asked.language, 'discovery.votes', { count: question.vote_count }),
          translate(asked.language, 'discovery.answers', { count: question.answer_count }),
        ].join('  ·  '),
        color,
      })
      drawn.set(key, picture)
      picture.catch(() => drawn.delete(key))
      return picture
    }
    const picture = drawn.get(key) ?? draw()
    return {
      type: 'image/png',
      body: await outsideSlot(() => picture),
      headers: { 'cache-control': 'public, max-age=86400', 'cross-origin-resource-policy': 'cross-origin' },
    }
  }
  add('/previews/:id([^/]+).png', preview, ({ params }) => params.id)
}
