import { expect, test } from 'vitest'
import { wrongWebDirections } from './web-directions.ts'

const found = (path: string, code: string) => wrongWebDirections(new Map([[`web/app/${path}`, code]]))

test.each([
  ['ui/button.tsx', `import { Post } from '../shared/post.tsx'`, "the kit doesn't know shared"],
  ['ui/button.tsx', `import { session } from '../session.ts'`, 'the kit knows nothing of the site'],
  ['shared/post.tsx', `import { Ask } from '../routes/questions/ask.tsx'`, "shared doesn't know routes"],
  ['routes/tags/tag.tsx', `import { Ask } from '../questions/ask.tsx'`, 'what two areas need belongs in shared'],
  ['routes/tags/tag.tsx', `import { admin } from '../../guards/admin.tsx'`, 'guards are named in routes.ts'],
])('%s may not say: %s', (path, code, why) => expect(found(path, code)).toEqual([expect.stringContaining(why)]))

test.each([
  [
    'routes/questions/ask.tsx',
    `import { Similar } from './similar.tsx'\nimport { Button } from '../../ui/button.tsx'\nimport { Post } from '../../shared/post.tsx'\nimport type { Route } from './+types/ask.ts'`,
  ],
  ['shared/post.tsx', `import { session } from '../session.ts'\nimport { Button } from '../ui/button.tsx'`],
  ['ui/field.tsx', `import { Icon } from './icon.tsx'`],
])('%s may say: %s', (path, code) => expect(found(path, code)).toEqual([]))
