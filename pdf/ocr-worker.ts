import { createRequire } from 'node:module'
import { getEnvironmentData } from 'node:worker_threads'
import { shareName, type RecogniserShare } from './ocr-memory.ts'
import { limitWasmMemory } from './wasm-memory.ts'

/** A thread of text recognition: Tesseract's own script, with bounded memory. */

const { memory, mostBytes } = getEnvironmentData(shareName) as unknown as RecogniserShare
limitWasmMemory(mostBytes, (bytes) => Atomics.store(memory, 0, Math.ceil(bytes / 1024)))
createRequire(import.meta.url)('tesseract.js/src/worker-script/node/index.js')
