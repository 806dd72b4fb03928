import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { browserOptions } from './e2e/support/browser.ts'
import { SpreadingSequencer } from './e2e/support/sequencer.ts'

// Two cores are the least that Legajo is built for: more workers only take turns on them.
const maxWorkers = 2

/** Set by `npm run test:long`: tests with the tag `long` run too, and others take more cases. */
const isLong = Boolean(process.env['LONG'])
const byLength = {
  tags: [{ name: 'long', description: 'takes long: npm run test:long', timeout: 3_600_000 }],
  tagsFilter: isLong ? [] : ['!long'],
}
const testTimeout = isLong ? 600_000 : 30_000

/** Tests of the web kit, which run in a browser. */
const componentTests = 'web/**/*.browser.test.tsx'

/**
 * The test that measures how long the event loop stands still. It runs in a process of its own: in a worker that many
 * files share, it would measure the collection of their garbage as well.
 */
const standstillTest = 'server/standstill.test.ts'

const onPostgres = {
  globalSetup: 'server/testing/postgres.ts',
  setupFiles: 'server/testing/setup.ts',
  testTimeout,
  hookTimeout: 60_000,
}

/** After the others: beside browsers the server's tests of the event loop would measure the load of the machine. */
const withBrowsers = {
  // A browser waits for its server half of the time, so four of them keep two cores busy.
  maxWorkers: 4,
  sequence: { groupOrder: 1 },
}

export default defineConfig({
  test: {
    maxWorkers,
    sequence: { sequencer: SpreadingSequencer },
    projects: [
      {
        test: {
          ...byLength,
          name: 'unit',
          // A module is loaded once a worker, and not for each file.
          isolate: false,
          testTimeout,
          include: ['{bench,contract,pdf,demo,locales,scripts}/**/*.test.ts', 'web/**/*.test.{ts,tsx}'],
          exclude: [componentTests],
        },
      },
      {
        plugins: [react()],
        test: {
          ...byLength,
          name: 'web',
          include: [componentTests],
          ...withBrowsers,
          browser: {
            enabled: true,
            headless: true,
            provider: playwright({
              launchOptions: await browserOptions(),
              contextOptions: { reducedMotion: 'reduce' },
            }),
            instances: [{ browser: 'chromium' }],
            viewport: { width: 1280, height: 800 },
            screenshotFailures: false,
          },
        },
      },
      {
        test: {
          ...byLength,
          name: 'server',
          ...onPostgres,
          include: ['server/**/*.test.ts'],
          exclude: [standstillTest],
          // The server is imported once a worker: half the time of a run went into loading it for each file.
          isolate: false,
        },
      },
      {
        test: {
          ...byLength,
          name: 'standstill',
          ...onPostgres,
          include: [standstillTest],
        },
      },
      {
        test: {
          ...byLength,
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          // One browser a worker, and the server's code for `inside` imported once.
          isolate: false,
          ...withBrowsers,
          globalSetup: 'e2e/support/demonstration-template.ts',
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
  },
})
