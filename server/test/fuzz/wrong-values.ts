import type { Choices } from './random.ts'

const deep = (depth: number): unknown => (depth === 0 ? 1 : [{ a: deep(depth - 1) }])

/** Values that somebody sends who means no good, or whose program is broken. */
const ODD: readonly (() => unknown)[] = [
  () => null,
  () => true,
  () => 0,
  () => -1,
  () => 1.5,
  () => 2 ** 31,
  () => 2 ** 53,
  () => -(2 ** 63),
  () => 1e308,
  () => '',
  () => ' ',
  () => '0',
  () => '-1',
  () => 'null',
  () => 'undefined',
  () => 'NaN',
  () => '1e3',
  () => '9'.repeat(30),
  () => [],
  () => {},
  () => [[]],
  () => [null],
  () => [{}],
  () => ({ a: 1 }),
  () => ({ length: 5 }),
  () => ({ toString: 'x' }),
  () => JSON.parse('{"__proto__":{"role_id":2}}') as unknown,
  () => ({ constructor: { prototype: { admin: true } } }),
  () => deep(40),
  () => Array.from({ length: 2000 }, (_, i) => i),
  () => 'x'.repeat(70_000),
  () => 'ä'.repeat(40_000),
  () => '\u0000',
  () => 'a\u0000b',
  () => '\ud800',
  () => 'a\udfffb',
  () => '\ufeff',
  () => '\u2028\u2029',
  () => '\u202e\u2066',
  () => `a${'\u0301'.repeat(2000)}`,
  () => '👩‍👩‍👧'.repeat(40),
  () => "' or 1=1 --",
  () => '"; drop table users; --',
  () => '%',
  () => '%00',
  () => '../../etc/passwd',
  () => '<script>alert(1)</script>',
  () => '${7*7}',
  () => '\r\nset-cookie: a=b',
  () => '10010000000000001',
  () => '10020000000000001',
  () => '10010000000000001 ',
  () => '١٠٠١',
  () => '１００１',
  () => '+1',
  () => '01',
  () => '0x1',
  () => '9223372036854775808',
  () => '[',
  () => '('.repeat(500),
  () => '*'.repeat(2000),
  () => '`'.repeat(2000),
  () => '> '.repeat(1500),
  () => '[a]('.repeat(500),
  () => '$$'.repeat(800),
  () => 'true',
  () => 'admin',
  () => 'constructor',
  () => 'toString',
  () => '__proto__',
  () => 'hasOwnProperty',
]
export const oddValue = (r: Choices) => r.pick(ODD)()

interface Place {
  holder: Record<string, unknown> | unknown[]
  key: string | number
}

const places = (value: unknown): Place[] => {
  if (typeof value !== 'object' || value === null) return []
  const here = (Array.isArray(value) ? value.map((_, key) => key) : Object.keys(value)).map((key) => ({
    holder: value as Record<string, unknown>,
    key,
  }))
  return [...here, ...Object.values(value).flatMap(places)]
}

/** The same with something wrong in one or two places: another value, a field gone, a field too many. */
export const spoiled = (value: Record<string, unknown>, r: Choices): Record<string, unknown> => {
  const copy = structuredClone(value)
  for (let times = r.between(1, 2); times > 0; times--) {
    const all = places(copy)
    const way = all.length === 0 ? 0 : r.below(4)
    if (way === 0)
      copy[r.pick(['extra', 'id', 'user_id', 'role_id', 'status', 'rank', '__proto__x', 'page', ''])] = oddValue(r)
    else {
      const { holder, key } = r.pick(all) as { holder: Record<string, unknown>; key: string }
      if (way === 1 && !Array.isArray(holder)) delete holder[key]
      else
        holder[key] =
          way === 2 && typeof holder[key] === 'string'
            ? holder[key] + r.pick(['\u0000', ' ', '\ud800', 'x'.repeat(300), '%', "'"])
            : oddValue(r)
    }
  }
  return copy
}

/** Texts that are no JSON, or not the JSON of an object. */
export const brokenJson = (whole: string, r: Choices) =>
  r.pick([
    () => whole.slice(0, r.below(whole.length + 1)),
    () => `${whole},`,
    () => `\ufeff${whole}`,
    () => '',
    () => 'null',
    () => '[]',
    () => '"text"',
    () => '1',
    () => '{"a":1e999}',
    () => '{"id":1,"id":2}',
    () => '['.repeat(3000),
    () => '{"a":'.repeat(3000),
    () => '\u0000',
    () => "{'a':1}",
    () => '{"a":"\\ud800"}',
  ])()
