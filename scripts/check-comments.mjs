// Refuses comments that begin with a relative clause: a comment is a sentence or a noun phrase.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'

const opening = /^(What|Who|Whose|Whom|Whoever|Of|Told|Those who|That which)\b/
const comment = /\/\*\*?\s*(?:\*\s)?([^\n]*)|(?:^|\s)(?:\/\/|--) ?([^\n]*)/
const lineComment = /^\s*(\/\/|--)/

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  // Applied migrations never change.
  .filter((file) => /\.(ts|tsx|js|mjs|css|sql|html)$/.test(file) && !file.startsWith('server/db/migrations/'))

/** The first line of each comment; a `//` or `--` line below another one continues it. */
function* openings(source) {
  const lines = source.split('\n')
  for (const [at, line] of lines.entries()) {
    if (lineComment.test(line) && lineComment.test(lines[at - 1] ?? '')) continue
    const found = comment.exec(line)
    if (!found) continue
    const text = found[1] ?? found[2] ?? ''
    yield { line: at + 1, text: text.trim() || (lines[at + 1] ?? '').replace(/^[\s*]+/, '') }
  }
}

const refused = files.flatMap((file) =>
  [...openings(readFileSync(join(root, file), 'utf8'))]
    .filter(({ text }) => opening.test(text))
    .map(
      ({ line, text }) => `${file}:${line}: begin with a noun or a sentence, not with "${text.slice(0, 40)}"`,
    ),
)
if (refused.length) {
  console.error(refused.join('\n'))
  process.exitCode = 1
}
