import { expect, test } from 'vitest'
import { tagsIn } from './new-tags.ts'

const formOf = (fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}
const ale = { slug_name: 'ale', display_name: 'Ale', original_text: 'Top-fermented.' }

test.each([
  [{ tags: 'ale, stout' }, [{ slug_name: 'ale' }, { slug_name: 'stout' }]],
  [{ tags: 'stout,ale', new_tags: JSON.stringify([ale]) }, [{ slug_name: 'stout' }, ale]],
  [{ tags: 'stout', new_tags: JSON.stringify([ale]) }, [{ slug_name: 'stout' }]],
  [{ tags: 'ale', new_tags: 'nonsense' }, [{ slug_name: 'ale' }]],
  [{ tags: 'ale', new_tags: '[null,1,{"slug_name":"ale"}]' }, [{ slug_name: 'ale' }]],
  [{ tags: '', new_tags: JSON.stringify([ale]) }, []],
])('%j are the tags %j', (fields, tags) => expect(tagsIn(formOf(fields as Record<string, string>))).toEqual(tags))
