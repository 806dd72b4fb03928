import { rm } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { startServer } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    demonstration: { url: string; dataDir: string }
  }
}

/** One server with the demonstration for every browser test; each test keeps to people of its own. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer({ env: { DEMO: 'small' } })
  project.provide('demonstration', { url: server.url, dataDir: server.dataDir })
  return async () => {
    await server.stop()
    await rm(server.dataDir, { recursive: true, force: true })
  }
}
