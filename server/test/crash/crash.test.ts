import { describe, expect, test } from 'vitest'
import { engines } from '../world.ts'
import { crash } from './crash.ts'

const KILLS = 10

describe.each(engines)('killed under full load (%s)', { timeout: 180_000 }, (engine) => {
  test(`${KILLS} times: every acknowledged write is there with all its consequences, once, and none by half`, async () => {
    const { kills, acknowledged } = await crash({ engine, kills: KILLS })
    expect(kills).toBe(KILLS)
    expect(acknowledged).toBeGreaterThan(KILLS)
  })
})
