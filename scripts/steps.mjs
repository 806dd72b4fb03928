// Runs commands in parallel and prints one line for each, with the output of those that failed.
import { spawn } from 'node:child_process'
import { root } from './install.mjs'

/**
 * @param {{ name: string, command: string[] }[]} steps
 * @param {NodeJS.ProcessEnv} env
 * @param {number} atOnce
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runSteps(steps, env, atOnce) {
  const waiting = [...steps]
  const count = { passed: 0, failed: 0 }
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const begun = Date.now()
      const { code, output } = await run(step.command, env)
      console.log(`${code === 0 ? '✓' : '✗'} ${step.name} (${((Date.now() - begun) / 1000).toFixed(1)} s)`)
      if (code !== 0) console.log(output.trimEnd())
      count[code === 0 ? 'passed' : 'failed']++
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

/** Runs one command on this terminal and resolves to its exit code. Signals are forwarded to it. */
export function runHere([program, ...args], env) {
  const child = spawn(program, args, { cwd: root, env, stdio: 'inherit' })
  // A terminal sends Ctrl-C to the child itself; forwarding it would count as a second one and force the exit.
  const forward = (signal) => (signal === 'SIGINT' && process.stdin.isTTY) || child.kill(signal)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, forward)
  return new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    child.once('close', (code) => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, forward)
      resolve(code ?? 1)
    })
  })
}
