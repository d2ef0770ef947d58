import { describe, expect, test } from 'vitest'
import { peopleIn, roleIn } from './people-csv.ts'

const person = (line: number, e_mail: string, display_name = '', role = '') => ({ line, e_mail, display_name, role })

describe('a list of people', () => {
  test.each([
    ['addresses alone', 'a@example.com\nb@example.com', [person(1, 'a@example.com'), person(2, 'b@example.com')]],
    ['one address', 'a@example.com', [person(1, 'a@example.com')]],
    ['in order, by commas', 'a@example.com,Ada,admin', [person(1, 'a@example.com', 'Ada', 'admin')]],
    ['by semicolons, as Excel in Europe', 'email;name\na@example.com;Ada', [person(2, 'a@example.com', 'Ada')]],
    ['by tabs, as pasted from a spreadsheet', 'a@example.com\tAda\tuser', [person(1, 'a@example.com', 'Ada', 'user')]],
    ['a byte order mark', '\uFEFFE-Mail,Name\r\na@example.com,Ada\r\n', [person(2, 'a@example.com', 'Ada')]],
    [
      'quotes, with separators and line breaks inside',
      'name,email\n"Lovelace, ""Ada""\nthe first",a@example.com\nBo,b@example.com',
      [person(2, 'a@example.com', 'Lovelace, "Ada"\nthe first'), person(4, 'b@example.com', 'Bo')],
    ],
    [
      'columns in another order, and others beside them',
      'Role;Department;Display name;Mail\nmoderator;Sales;Ada;a@example.com',
      [person(2, 'a@example.com', 'Ada', 'moderator')],
    ],
    [
      'empty lines',
      '\n a@example.com \n\n,,\nb@example.com\n',
      [person(2, 'a@example.com'), person(5, 'b@example.com')],
    ],
    ['lines that end early', 'email,name,role\na@example.com', [person(2, 'a@example.com')]],
    ['a quote that never ends', 'a@example.com,"Ada', [person(1, 'a@example.com', 'Ada')]],
    ['nothing', ' \n ', []],
  ])('%s', (_what, csv, people) => {
    expect(peopleIn(csv)).toEqual(people)
  })

  test.each([
    ['admin', 2],
    ['Moderator', 3],
    ['user', 1],
    ['MEMBER', 1],
    ['Mitglied', 1],
    ['owner', undefined],
  ])('the role %s', (written, id) => {
    expect(roleIn(written)).toBe(id)
  })
})
