import { describe, expect, test } from 'vitest'
import { shutsOut } from './robots-check.ts'

const SITE = 'https://beer.example'

describe('rules for robots', () => {
  test.each([
    ['User-agent: *\nDisallow: /', 'site'],
    ['User-agent: *\nDisallow: /\nAllow: /questions', 'site'],
    ['User-agent: Googlebot\nDisallow: /', 'site'],
    ['User-agent: *\nDisallow: /questions/', 'questions'],
    ['User-agent: *\nDisallow: /*/a-question', 'questions'],
    ['User-agent: *\nDisallow: /admin\nDisallow: /*?code*', undefined],
    ['User-agent: GPTBot\nDisallow: /', undefined],
    ['User-agent: *\nDisallow:', undefined],
    ['', undefined],
  ])('%j: shut out of %s', (robots, shut) => {
    expect(shutsOut(robots, SITE)).toBe(shut)
  })
})
