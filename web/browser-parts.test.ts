import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { endpointsAsAddresses } from './browser-parts.ts'

const { handler } = endpointsAsAddresses.transform as unknown as {
  handler: (this: { parse: typeof parseAst }, code: string) => { code: string }
}

test('of an endpoint a browser gets its address, and what is spread into it, such as the prefix', () => {
  const code = `const admin = { prefix: "admin" };
export const users = endpoint({ ...admin, method: "GET", path: "/users", summary: "All", reply: Type.Array(User) });
export const other = text({ max: 3 });`
  expect(handler.call({ parse: parseAst }, code).code).toBe(`const admin = { prefix: "admin" };
export const users = endpoint({ ...admin, method: "GET", path: "/users", });
export const other = /* @__PURE__ */ text({ max: 3 });`)
})

test('a browser gets no schema, nor what is made of one', () => {
  const code = `const chip = { id: Type.String(), rank: Type.Integer({ minimum: 0 }) };
export const Card = Type.Object({ ...chip, tags: Type.Array(Type.String()) });`
  expect(handler.call({ parse: parseAst }, code).code).toBe(`const chip = { id: void 0, rank: void 0 };
export const Card = void 0;`)
})
