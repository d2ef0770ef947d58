import { expect, test } from 'vitest'
import { type Event, faultsOf } from './calendar.ts'
import { wordsIn } from './words.ts'

const EVENT: Event = { title: 'Bakers meet', date: '2026-12-04', time: '18:30', place: '', about: '', link: '' }

test.each([
  ['nothing', {}, []],
  ['no title', { title: '' }, ['title']],
  ['a day that is over', { date: '2026-11-26' }, ['date']],
  ['a day that there isn’t', { date: '2027-02-31' }, ['date']],
  ['no day', { date: 'soon' }, ['date']],
  ['no time', { time: '25:00' }, ['time']],
  ['a link', { link: 'https://example.org/x?y=1' }, []],
  ['a link that leads nowhere', { link: 'http://[x' }, ['link']],
  ['a link to something else', { link: 'javascript:alert(1)' }, ['link']],
])('of an event with %s', (_, change, wrong) => {
  expect(Object.keys(faultsOf({ ...EVENT, ...change }, wordsIn('en_US'), '2026-11-27'))).toEqual(wrong)
})
