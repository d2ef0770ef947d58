import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { followFolder } from './follow-folder.ts'

describe('a folder that is followed', () => {
  let top = ''
  let changes = 0
  let followed: ReturnType<typeof followFolder>
  beforeEach(async () => {
    top = mkdtempSync(join(tmpdir(), 'askwell-followed-'))
    changes = 0
    followed = followFolder(top, { afterMs: 20, onChange: () => changes++ })
    await followed.look()
  })
  afterEach(() => {
    followed.close()
    rmSync(top, { recursive: true, force: true })
  })
  const at = (path: string) => join(top, path)
  /** Does it, and waits until it was told and is quiet again. */
  const expectTold = async (work: () => void) => {
    const before = changes
    work()
    await expect.poll(() => changes, { timeout: 5000 }).toBeGreaterThan(before)
    await setTimeout(60)
  }

  test('tells of changes in it, in folders below it, and in those that came later', async () => {
    await expectTold(() => writeFileSync(at('a.js'), '1'))
    await expectTold(() => mkdirSync(at('one/two'), { recursive: true }))
    await expectTold(() => writeFileSync(at('one/two/b.js'), '1'))
    await expectTold(() => rmSync(at('one'), { recursive: true }))
  })

  test('goes on when a folder turns into a file, and back', async () => {
    await expectTold(() => mkdirSync(at('one/two'), { recursive: true }))
    await expectTold(() => {
      rmSync(at('one'), { recursive: true })
      writeFileSync(at('one'), 'a file')
    })
    await expectTold(() => writeFileSync(at('one'), 'another'))
    await expectTold(() => {
      rmSync(at('one'))
      mkdirSync(at('one'))
    })
    await expectTold(() => writeFileSync(at('one/b.js'), '1'))
  })

  test('goes on when a folder was deleted and made again at once', async () => {
    await expectTold(() => mkdirSync(at('one')))
    await expectTold(() => {
      rmSync(at('one'), { recursive: true })
      mkdirSync(at('one'))
    })
    await expectTold(() => writeFileSync(at('one/b.js'), '1'))
  })

  test('says nothing of what begins with a dot, nor once it is closed', async () => {
    mkdirSync(at('.logs'))
    writeFileSync(at('.logs/a.log'), '1')
    await setTimeout(100)
    expect(changes).toBe(0)
    followed.close()
    writeFileSync(at('a.js'), '1')
    await setTimeout(100)
    expect(changes).toBe(0)
  })

  test('is followed again when somebody looks after it was closed', async () => {
    followed.close()
    await followed.look()
    await expectTold(() => writeFileSync(at('a.js'), '1'))
  })

  test('can be made before there is such a folder', async () => {
    followed.close()
    followed = followFolder(at('later'), { afterMs: 20, onChange: () => changes++ })
    await followed.look()
    mkdirSync(at('later'))
    await followed.look()
    await expectTold(() => writeFileSync(at('later/a.js'), '1'))
  })
})
