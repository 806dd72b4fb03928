import { spawnSync } from 'node:child_process'
import node from '#server/node.json' with { type: 'json' }

const mark = 'BENCH_AS_SERVER'

/** Runs this program once more with the flags and the variables of the server's Node, where it runs without them. */
export function runAsServer(): void {
  if (process.env[mark]) return
  const env = { ...process.env, ...node.environment, [mark]: '1' }
  const { status } = spawnSync(process.execPath, [...node.flags, ...process.argv.slice(1)], {
    env,
    stdio: 'inherit',
  })
  process.exit(status ?? 1)
}
