import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// What is loaded to see whether the pages are made stays in the memory of the site.
test('seeing whether the pages are made loads no packages', () => {
  const program = `
    import { registerHooks } from 'node:module'
    registerHooks({
      resolve: (name, context, next) => {
        const found = next(name, context)
        if (found.url.includes('/node_modules/')) console.log(found.url)
        return found
      },
    })
    const { isStale } = await import(${JSON.stringify(join(import.meta.dirname, 'web-build.ts'))})
    console.log(typeof isStale())`
  expect(execFileSync(process.execPath, ['--eval', program], { encoding: 'utf8' })).toBe('boolean\n')
})
