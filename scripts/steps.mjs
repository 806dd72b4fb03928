// Runs commands in parallel and prints one line for each, with the output of those that failed.
import { spawn, spawnSync } from 'node:child_process'
import { root } from './install.mjs'

/**
 * @param {{ name: string, command: string[], env?: NodeJS.ProcessEnv }[]} steps `env` is added to the common one
 * @param {NodeJS.ProcessEnv} env
 * @param {number} atOnce
 * @returns {Promise<{ passed: number, failed: string[] }>} `failed`: names
 */
export async function runSteps(steps, env, atOnce) {
  const waiting = [...steps]
  const count = { passed: 0, failed: [] }
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const begun = Date.now()
      const { code, output } = await run(step.command, { ...env, ...step.env })
      console.log(`${code === 0 ? '✓' : '✗'} ${step.name} (${((Date.now() - begun) / 1000).toFixed(1)} s)`)
      if (code !== 0) console.log(output.trimEnd())
      if (code === 0) count.passed++
      else count.failed.push(step.name)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return count
}

function run([program, ...args], env) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', (data) => (output += data))
    child.stderr.on('data', (data) => (output += data))
    child.once('error', (error) => resolve({ code: 1, output: error.message }))
    child.once('close', (code) => resolve({ code, output }))
  })
}

/**
 * Runs one command on this terminal and resolves to its exit code. Signals are forwarded to it.
 *
 * @param {string[]} command
 * @param {NodeJS.ProcessEnv} env
 * @param {{ tied?: boolean }} options `tied`: the command ends with this process and with the npm that runs it, however
 *   those end. It notices that its channel to this process is closed.
 */
export function runHere([program, ...args], env, { tied = false } = {}) {
  const stdio = ['inherit', 'inherit', 'inherit', ...(tied ? ['ipc'] : [])]
  const child = spawn(program, args, { cwd: root, env, stdio })
  const watch = tied ? watchNpm(() => child.kill('SIGTERM')) : undefined
  // A terminal sends Ctrl-C to the child itself; forwarding it would count as a second one and force the exit.
  const forward = (signal) => (signal === 'SIGINT' && process.stdin.isTTY) || child.kill(signal)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, forward)
  return new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    child.once('close', (code) => {
      clearInterval(watch)
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, forward)
      resolve(code ?? 1)
    })
  })
}

const watchMilliseconds = 250

/**
 * Calls `onEnd` once when npm ends, or the shell in which it runs its scripts. A signal to npm ends its shell, which tells
 * nobody; a killed npm tells not even its shell. Outside of npm nothing is watched.
 */
function watchNpm(onEnd) {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return undefined
  const above = [process.ppid]
  const [parent = '', name = ''] = ps(process.ppid)
  // A shell that doesn't replace itself by its last command stands between npm and this process.
  if (/^-?(?:.*\/)?(?:ba|da|z|a|k)?sh$/.test(name)) above.push(Number(parent))
  const timer = setInterval(() => {
    if (process.ppid === above[0] && above.every(isAlive)) return
    clearInterval(timer)
    onEnd()
  }, watchMilliseconds)
  return timer
}

/** The parent's id and the program's name of a process; empty where `ps` can't tell. */
function ps(id) {
  const { stdout } = spawnSync('ps', ['-o', 'ppid=,comm=', '-p', String(id)], { encoding: 'utf8' })
  return stdout?.trim().split(/\s+/, 2) ?? []
}

function isAlive(id) {
  if (!Number.isInteger(id) || id < 2) return true
  try {
    process.kill(id, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
