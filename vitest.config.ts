import { defineConfig } from 'vitest/config'

// Two cores are the least that Legajo is built for: more workers only take turns on them.
const maxWorkers = 2

export default defineConfig({
  test: {
    maxWorkers,
    projects: [
      {
        test: {
          name: 'unit',
          testTimeout: 30_000,
          include: ['{bench,contract,pdf,demo,locales,scripts}/**/*.test.ts', 'web/**/*.test.{ts,tsx}'],
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          globalSetup: 'server/testing/postgres.ts',
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup: 'e2e/support/demonstration.ts',
          fileParallelism: false,
          // A browser on a busy machine: what passes only the second time is named in the report.
          retry: process.env['CI'] ? 1 : 0,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
