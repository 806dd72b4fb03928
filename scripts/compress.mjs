// Writes a .br and a .gz next to each text asset, so that the server never compresses while serving.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { root } from './install.mjs'

const compressible = /\.(js|mjs|css|svg|wasm|json)$/
/** Below this size the response header costs more than compression saves. Bytes. */
const smallest = 1024

export function compressAssets() {
  const folder = join(root, 'dist/web/assets')
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !compressible.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    const bytes = readFileSync(path)
    if (bytes.length < smallest) continue
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, quality))
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
  }
}
