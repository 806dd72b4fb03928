// node scripts/run.mjs start|dev|test|test:long|test:near|check|bench|build|legajo|format: the entry of `npm start` and the
// other npm scripts, under any Node from 18 on. Installs missing packages, finds a Node that runs Legajo, and continues
// with that one.
import { execFileSync, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { environmentOf, findNode, install, root, stop } from './install.mjs'
import { runHere } from './steps.mjs'

const [command = '', ...rest] = process.argv.slice(2)
const commands = {
  start: async (node, env) => {
    const { buildIfChanged } = await import('./build.mjs')
    await buildIfChanged(node, env)
    const { flags, environment } = serverNode()
    const command = [node, ...flags, join(root, 'server/main.ts'), ...rest]
    return runHere(command, { ...environment, ...env }, { tied: true })
  },
  dev,
  test: async (node, env) => (await import('./test.mjs')).test(node, env),
  'test:long': async (node, env) => (await import('./test.mjs')).test(node, { ...env, LONG: '1' }),
  'test:near': testNear,
  check: async (node, env) => ((await (await import('./check.mjs')).check(node, env)).failed.length ? 1 : 0),
  bench,
  build: async (node, env) => {
    await (await import('./build.mjs')).buildIfChanged(node, env)
    return 0
  },
  legajo: (node, env) => runHere([node, join(root, 'server/operator/main.ts'), ...rest], env),
  format: (node, env) => runHere([node, join(root, 'node_modules/oxfmt/bin/oxfmt'), ...rest], env),
}

const act = Object.hasOwn(commands, command)
  ? commands[command]
  : stop(`npm run ${Object.keys(commands).join(' | ')}`)
install()
const node = findNode()
process.exit(await act(node, environmentOf(node)))

/** Node options that limit the server's memory: see docs/operations.md. */
function serverNode() {
  return JSON.parse(readFileSync(join(root, 'server/node.json'), 'utf8'))
}

/** Runs each program of bench/, or those named, one at a time: a parallel run would distort the measurements. */
async function bench(node, env) {
  await (await import('./build.mjs')).buildIfChanged(node, env)
  const all = readdirSync(join(root, 'bench')).filter((file) => file.endsWith('.ts'))
  let failed = 0
  for (const file of all.filter((name) => !rest.length || rest.includes(name.slice(0, -3)))) {
    failed ||= await runHere([node, join(root, 'bench', file)], env)
  }
  return failed
}

/** Runs the test files nearest to what changed since main, or since the commit that is named. */
async function testNear(node, env) {
  const found = execFileSync(node, [join(root, 'scripts/near.ts'), ...rest], { env, encoding: 'utf8' })
  const { near, more } = JSON.parse(found)
  if (more) console.log(`${near.length} test files are near, ${more} farther ones are left out`)
  if (!near.length) return 0
  if (near.some((file) => file.startsWith('e2e/')))
    await (await import('./build.mjs')).buildIfChanged(node, env)
  return runHere([node, join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...near], env)
}

/** Runs the server, restarted when its sources change, and Vite in front of it, which reloads the browser. */
async function dev(node, env) {
  // The server refuses to start without built pages; Vite serves the ones under development.
  await (await import('./build.mjs')).buildIfChanged(node, env)
  const children = [
    [node, '--watch', join(root, 'server/main.ts')],
    [node, join(root, 'node_modules/vite/bin/vite.js')],
  ].map(([program, ...args]) => spawn(program, args, { cwd: root, env, stdio: 'inherit' }))
  const endAll = () => children.forEach((child) => child.kill('SIGTERM'))
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, endAll)
  const codes = await Promise.all(
    children.map(
      (child) =>
        new Promise((resolve) => {
          child.once('exit', (code) => {
            endAll()
            resolve(code ?? 0)
          })
        }),
    ),
  )
  return Math.max(...codes)
}
