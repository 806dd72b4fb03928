// Builds the browser's part and the mail layout into dist/ when their sources have changed since the last build.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compressAssets } from './compress.mjs'
import { root, stop } from './install.mjs'
import { runHere } from './steps.mjs'

const sources = ['web', 'contract', 'locales', 'vite.config.ts', 'package.json', 'package-lock.json']
const stamp = join(root, 'dist/built-from')

export async function buildIfChanged(node, env) {
  const now = fingerprint()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return
  console.log("Building the browser's part …")
  const parts = [
    [node, join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
    [node, join(root, 'web/mail/build.mjs')],
  ]
  for (const part of parts) {
    if ((await runHere(part, env)) !== 0) stop("the browser's part could not be built; see above")
  }
  compressAssets()
  writeFileSync(stamp, now)
}

function fingerprint() {
  const hash = createHash('sha256')
  for (const file of sources.flatMap((source) => filesOf(source)))
    hash.update(`${file}\0`).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

function filesOf(path) {
  if (!statSync(join(root, path)).isDirectory()) return /\.test\.tsx?$/.test(path) ? [] : [path]
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesOf(`${path}/${name}`))
}
