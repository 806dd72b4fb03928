// Refuses file and folder names that say nothing about the content (utils, helpers, misc …).
import { execFileSync } from 'node:child_process'
import { root } from './install.mjs'

const vague = /(^|\/)(utils?|helpers?|misc|common|manager|base)(\.[^/]*)?$/i

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
const named = files.split('\n').filter((file) => file.split('/').some((part) => vague.test(part)))
if (named.length) {
  console.error(named.map((file) => `${file}: name it for what it holds`).join('\n'))
  process.exitCode = 1
}
