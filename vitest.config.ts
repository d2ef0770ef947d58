import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    testTimeout: 20_000,
    hookTimeout: 60_000,
    globalSetup: 'server/test/leftovers.ts',
    // Files share a process, and what it has compiled and made ready: whatever one of them changes for all, it takes back.
    isolate: false,
    // A process has thousands of tests: with more room for what is soon forgotten it collects garbage less often.
    execArgv: ['--max-semi-space-size=64'],
    env: { NODE_ENV: 'production' }, // pages are drawn as a site draws them
    projects: [
      {
        extends: true,
        test: {
          name: 'pieces',
          include: [
            '{contract,client,plugin-kit,create-plugin,plugins,server,web,cli,tools,bench,e2e}/**/*.test.{ts,tsx}',
          ],
          maxWorkers: '100%', // all processors; Vitest would leave one of two idle
          sequence: { groupOrder: 1 },
          // A second, which is what Vitest gives, isn't much where others have the processors.
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          include: ['e2e/**/*.spec.ts'],
          // Last: each has a site of its own, and waits for it and its browser; three at a time keep two processors busy.
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
          testTimeout: 90_000,
          // A page may take its time; a journey is not judged by it.
          expect: { poll: { timeout: 20_000, interval: 100 } },
        },
      },
    ],
  },
})
