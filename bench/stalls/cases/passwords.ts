import { type StallCase, stallCase } from '../case.ts'

const API = '/answer/api/v1'
const MANY = 80

export const cases: StallCase[] = [
  stallCase({
    name: '80 login forms at once',
    limits: 'off',
    prepare: (stage) => stage.together(MANY, () => stage.visit('/users/login')),
    play: (stage, visits) =>
      Promise.all(
        visits.map(({ form_token, cookie, from }) =>
          stage.attack({
            path: '/users/login',
            from,
            headers: { cookie },
            body: new URLSearchParams({ form_token, e_mail: 'member1@example.com', pass: 'not-this-one' }).toString(),
          }),
        ),
      ),
  }),
  {
    name: '80 logins at once',
    limits: 'off',
    play: (stage) =>
      stage.together(MANY, (n) =>
        stage.attack({
          path: `${API}/user/login/email`,
          body: { e_mail: `nobody${n}@example.com`, pass: 'not-this-one' },
        }),
      ),
  },
  {
    name: '300 logins at once, from one address',
    limits: 'off',
    play: (stage) => {
      const from = stage.stranger()
      return stage.together(300, (n) =>
        stage.attack({
          path: `${API}/user/login/email`,
          from,
          body: { e_mail: `nobody${n}@example.com`, pass: '\u{10348}'.repeat(32) },
        }),
      )
    },
  },
  stallCase({
    name: '40 login forms and 40 logins at once, from four networks',
    limits: 'off',
    prepare: (stage) => stage.together(40, () => stage.visit('/users/login')),
    play: (stage, visits) => {
      const networks = [stage.stranger(), stage.stranger(), stage.stranger(), stage.stranger()]
      return Promise.all(
        visits.flatMap(({ form_token, cookie }, n) => {
          const from = networks[n % networks.length]
          const tried = { e_mail: `nobody${n}@example.com`, pass: 'not-this-one' }
          return [
            stage.attack({
              path: '/users/login',
              from,
              headers: { cookie },
              body: new URLSearchParams({ form_token, ...tried }).toString(),
            }),
            stage.attack({ path: `${API}/user/login/email`, from, body: tried }),
          ]
        }),
      )
    },
  }),
  stallCase({
    name: '80 registering forms at once',
    limits: 'off',
    prepare: (stage) => stage.together(MANY, () => stage.visit('/users/register')),
    play: (stage, visits) =>
      Promise.all(
        visits.map(({ form_token, cookie, from }, n) =>
          stage.attack({
            path: '/users/register',
            from,
            headers: { cookie },
            body: new URLSearchParams({
              form_token,
              name: `Crowd ${n} ${stage.unlike()}`.slice(0, 30),
              e_mail: `crowd-${stage.unlike()}@example.com`,
              pass: 'a-long-enough-one',
            }).toString(),
          }),
        ),
      ),
  }),
  {
    name: '80 registrations at once',
    limits: 'off',
    play: (stage) =>
      stage.together(MANY, (n) =>
        stage.attack({
          path: `${API}/user/register/email`,
          body: { name: `Many ${n}`, e_mail: `many-${stage.unlike()}@example.com`, pass: 'a-long-enough-one' },
        }),
      ),
  },
  {
    name: 'changing passwords, 60 at once',
    limits: 'off',
    play: (stage) =>
      stage.together(60, (n) =>
        stage.attack({
          method: 'PUT',
          path: `${API}/user/password`,
          as: stage.member(),
          body: { old_pass: `wrong-${n}`, pass: 'another-long-one' },
        }),
      ),
  },
  {
    name: '80 wrong codes for a new password',
    limits: 'off',
    play: (stage) =>
      stage.together(MANY, (n) =>
        stage.attack({
          path: `${API}/user/password/replacement`,
          body: { code: `code-${n}`, pass: 'another-long-one' },
        }),
      ),
  },
  {
    name: 'adding 400 members in one go',
    play: (stage) =>
      stage.attack({
        path: '/answer/admin/api/users',
        as: stage.admin,
        body: {
          users: Array.from(
            { length: 400 },
            (_, n) => `Bulk ${n}, bulk-${stage.unlike()}@example.com, password-${n}`,
          ).join('\n'),
        },
      }),
  },
  {
    name: '5,000 members of whom each is wrong',
    play: (stage) =>
      stage.attack({
        path: '/answer/admin/api/users',
        as: stage.admin,
        body: {
          users: Array.from({ length: 5000 }, (_, n) => `x${n}, no address ${stage.unlike()}, short`).join('\n'),
        },
      }),
  },
  {
    name: '5,000 members of whom the last is a double',
    play: (stage) => {
      const one = stage.unlike()
      return stage.attack({
        path: '/answer/admin/api/users',
        as: stage.admin,
        body: {
          users: Array.from(
            { length: 5000 },
            (_, n) => `Same name, ${one}-${n % 4999}@example.com, password-${n}`,
          ).join('\n'),
        },
      })
    },
  },
]
