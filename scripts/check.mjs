// Static checks of the sources: about a minute where two run at a time.
import { join } from 'node:path'
import { root } from './install.mjs'
import { runSteps } from './steps.mjs'

/** @param {number} atOnce checks that run side by side */
export function check(node, env, atOnce = 2) {
  const tool = (path, ...args) => [node, join(root, 'node_modules', path), ...args]
  const own = (name) => [node, join(root, 'scripts', name)]
  // One checker each: several work out the same types again, which costs more than two cores give.
  const steps = [
    { name: 'types', command: tool('typescript/bin/tsc', '--noEmit', '-p', root, '--checkers', '1') },
    {
      name: 'lint, with types and import rules',
      command: tool('oxlint/bin/oxlint', '-f', 'unix'),
      env: { GOMAXPROCS: '1' },
    },
    { name: 'every lint rule fails a bad Legajo', command: own('check-lint.mjs') },
    { name: 'no unused files, exports or dependencies', command: tool('knip/bin/knip.js', '--no-progress') },
    { name: 'format', command: tool('oxfmt/bin/oxfmt', '--check') },
    { name: 'lockfile has every platform, versions are exact', command: own('check-lockfile.mjs') },
    { name: 'files are named for what they hold', command: own('check-names.mjs') },
    { name: 'comments are plain sentences or noun phrases', command: own('check-comments.mjs') },
  ]
  return runSteps(steps, env, atOnce)
}
