import { expect, test } from 'vitest'
import { asModule, withNamedAttributes } from './react-modules.ts'
import { withoutFunctions } from './without-functions.ts'

const code = `"use strict";
var Scheduler = require("scheduler"),
  React = require("react");
function held(fiber) {
  if (fiber) {
    return "held";
  }
}
function Held(fiber) {
  this.fiber = fiber;
}
Held.prototype.let = function () {
  return held();
};
exports.now = void 0;
exports.hold = function () {
  return held(exports.now);
};
`

test('what a browser gets of React is a module that a bundler can look through', () => {
  const made = asModule('react', code, ['now'])
  expect(made).toContain("import * as Scheduler from 'scheduler'\nimport * as React from 'react'")
  expect(made).toContain('var its_hold = function () {\n  return held(its_now);')
  expect(made).toContain('export { all as default, its_hold as hold }')
})

test('a function that no page needs does nothing, and has no methods', () => {
  const made = withoutFunctions('react', code, ['held', 'Held'])
  expect(made).toContain('function held() {}\nfunction Held() {}\n\nexports.now')
})

test('of the names of attributes those stay that a page has', () => {
  const list =
    'var aliases = new Map([\n  ["htmlFor", "for"],\n  ["xHeight", "x-height"],\n  ["strokeWidth", "stroke-width"]\n ]);'
  const made = withNamedAttributes(list, new Set(['htmlFor', 'strokeWidth']))
  expect(made.match(/"[\w-]+"/g)).toEqual(['"htmlFor"', '"for"', '"strokeWidth"', '"stroke-width"'])
  expect(() => withNamedAttributes('', new Set())).toThrow('another way')
})

test('another version of a library, in which something has another name, is not built', () => {
  expect(() => withoutFunctions('react', code, ['gone'])).toThrow('react has no function gone')
  expect(() => asModule('react', code, ['gone'])).toThrow('react has no gone')
  expect(() => asModule('react', 'exports[name] = 1')).toThrow('another way')
})
