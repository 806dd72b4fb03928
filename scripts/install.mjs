// Runs under any Node from 18 on: sees to it that what package-lock.json names is installed, and finds a Node that
// runs the rest.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const neededMajor = 24

/** Installs what the lockfile names, without any package's scripts, unless npm's own record says that it is there. */
export function install() {
  if (isInstalled()) return
  console.log('Installing what package-lock.json names …')
  const ci = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  // npm tells scripts where it lies itself; by its name it is found where this was started without npm.
  const npm = process.env.npm_execpath
  const ran = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...ci], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', ci, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (ran.error) stop(`npm cannot be run: ${ran.error.message}`)
  if (ran.status !== 0) stop('npm could not install what package-lock.json names; see above')
}

/** npm writes node_modules/.package-lock.json last, so an installation that was broken off is none. */
function isInstalled() {
  const installed = packagesOf('node_modules/.package-lock.json')
  if (!installed) return false
  return Object.entries(packagesOf('package-lock.json') ?? {}).every(([path, wanted]) => {
    const here = installed[path]
    if (here) return here.integrity === wanted.integrity
    // Other platforms' packages are left out; a broken lockfile shows itself when ours is needed.
    return path === '' || wanted.optional || wanted.devOptional || wanted.peer
  })
}

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages
  } catch {
    return undefined
  }
}

/** The Node to run with: the packaged one, else this one when it is new enough. Ends the process where there is none. */
export function findNode() {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const packaged = join(root, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(packaged) && spawnSync(packaged, ['--version']).status === 0) return packaged
  if (Number(process.versions.node.split('.')[0]) >= neededMajor) return process.execPath
  return stop(
    `Legajo needs Node ${neededMajor} or newer: this is ${process.version}, and none is packaged for this machine (${name})`,
  )
}

/** The environment in which that Node, and the tools of node_modules, are the first to be found. */
export function environmentOf(node) {
  const path = [dirname(node), join(root, 'node_modules/.bin'), process.env.PATH ?? process.env.Path].join(
    delimiter,
  )
  return { ...process.env, PATH: path, Path: path }
}

/** Ends with one line, for what its reader can mend. */
export function stop(line) {
  console.error(line)
  process.exit(1)
}
