// Runs under any Node from 18 on: installs the packages of package-lock.json where they are missing, and finds the Node
// that runs everything else.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const neededMajor = 24

/** Installs the locked packages without running their scripts, unless npm's own record shows them installed. */
export function install() {
  if (isInstalled()) return
  console.log('Installing what package-lock.json names …')
  const ci = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  // npm passes its own path to the scripts that it runs; without npm it is looked up by name.
  const npm = process.env.npm_execpath
  const ran = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...ci], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', ci, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (ran.error) stop(`npm cannot be run: ${ran.error.message}`)
  if (ran.status !== 0) stop('npm could not install what package-lock.json names; see above')
}

/** npm writes node_modules/.package-lock.json last, so an interrupted installation has none. */
function isInstalled() {
  const installed = packagesOf('node_modules/.package-lock.json')
  if (!installed) return false
  return Object.entries(packagesOf('package-lock.json') ?? {}).every(([path, wanted]) => {
    const here = installed[path]
    if (here) return here.integrity === wanted.integrity
    // Packages of other platforms may be missing.
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

/** The Node to run with: the packaged one, else the current one when it is new enough. Exits where there is none. */
export function findNode() {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const packaged = join(root, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(packaged) && spawnSync(packaged, ['--version']).status === 0) return packaged
  if (Number(process.versions.node.split('.')[0]) >= neededMajor) return process.execPath
  return stop(
    `Legajo needs Node ${neededMajor} or newer: this is ${process.version}, and none is packaged for this machine (${name})`,
  )
}

/** An environment whose PATH begins with that Node and the tools of node_modules. */
export function environmentOf(node) {
  const path = [dirname(node), join(root, 'node_modules/.bin'), process.env.PATH ?? process.env.Path].join(
    delimiter,
  )
  return { ...process.env, PATH: path, Path: path }
}

/** Prints one line for the operator and exits with 1. */
export function stop(line) {
  console.error(line)
  process.exit(1)
}
