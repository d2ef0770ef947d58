import { join } from 'node:path'

export interface Route {
  id: string
  parentId?: string
  path?: string
  index?: boolean
}

export const WEB = join(import.meta.dirname, '../../web/build')
