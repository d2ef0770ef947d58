import { expect, test } from 'vitest'
import { wrongWebDirections } from './web-directions.ts'

const found = (path: string, code: string) => wrongWebDirections(new Map([[`web/app/${path}`, code]]))

test.each([
  ['ui/button.tsx', `import { Post } from '../components/post/post.tsx'`, "the kit doesn't know components"],
  ['ui/button.tsx', `import { session } from '../session.ts'`, 'the kit knows nothing of the site'],
  [
    'components/post/post.tsx',
    `import { Ask } from '../../routes/questions/ask.tsx'`,
    "components doesn't know routes",
  ],
  ['routes/tags/tag.tsx', `import { Ask } from '../questions/ask.tsx'`, 'what two areas need belongs in components'],
  ['routes/tags/tag.tsx', `import { admin } from '../../guards/admin.tsx'`, 'guards are named in routes.ts'],
])('%s may not say: %s', (path, code, why) => expect(found(path, code)).toEqual([expect.stringContaining(why)]))

test.each([
  [
    'routes/questions/ask.tsx',
    `import { Similar } from './similar.tsx'\nimport { Button } from '../../ui/button.tsx'\nimport { Post } from '../../components/post/post.tsx'\nimport type { Route } from './+types/ask.ts'`,
  ],
  [
    'components/post/post.tsx',
    `import { session } from '../../session.ts'\nimport { Button } from '../../ui/button.tsx'`,
  ],
  ['ui/field.tsx', `import { Icon } from './icon.tsx'`],
])('%s may say: %s', (path, code) => expect(found(path, code)).toEqual([]))
