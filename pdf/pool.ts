import { setFlagsFromString } from 'node:v8'
import { Piscina } from 'piscina'
import type { WorkerCall, WorkerShare } from './bounded.ts'
import type { Fault, Refusal } from './faults.ts'
import type { OpenedP12, P12Refusal, P12Request } from './p12.ts'
import type { InspectLimits, Inspected } from './inspect.ts'
import type { LaidOut, LayoutRequest } from './layout/blocks.ts'
import type { Outline } from './outline.ts'
import { unpacked } from './page-parcel.ts'
import type { PageParcel } from './page-parcel.ts'
import type { PageFacts } from './page-words.ts'
import type { Sheet } from './pictures.ts'
import type { Picture } from './render.ts'
import type { SignRequest, Signed } from './sign.ts'
import type { Source } from './source.ts'
import type { Piece } from './split.ts'
import type { ReadRequest, SeveralTask } from './tasks.ts'
import type { PageTexts } from './text.ts'
import type { Verification, VerifyOptions } from './verify.ts'

// Calls out of WebAssembly keep their first wrapper. V8 compiles one anew after so many calls and frees the one before,
// at which Node 24 at times ends the whole process: `Check failed: jit_page.has_value()`, nodejs/node#64500.
setFlagsFromString(`--wasm-wrapper-tiering-budget=${2 ** 31 - 1}`)
// From a worker's first pages V8 learns to allocate glyphs and words among old objects. Collecting those of all later
// pages there takes a sixth of the time of reading a payroll.
setFlagsFromString('--no-allocation-site-pretenuring')
// Each worker collects its own young garbage: helpers would take the cores from the other workers.
setFlagsFromString('--no-parallel-scavenge')

export interface EngineOptions {
  /** Number of workers; at least one. */
  threads: number
  /** Deadline of a task from its start, in milliseconds; a worker that exceeds it is ended. */
  deadlineMs?: number
  /** JavaScript heap of one worker, in MB. */
  heapMb?: number
  /** Number of tasks after which all workers are replaced: PDFium's memory never shrinks. */
  tasksPerLife?: number
  /** Milliseconds without a task after which a worker that has grown is replaced. */
  restMs?: number
  /**
   * How many documents of simultaneous requests are read or signed in one task; 1 by default. More suits bulk work on
   * thousands of trusted documents, where transferring each costs as much as the work.
   */
  together?: number
  /** Receives the details of each error that no reader foresaw, for the log. */
  onFailure?: (detail: string) => void
}

/** The document engine: every operation runs in a worker, with a deadline and bounded memory. */
export interface Engine {
  inspect(pdf: Uint8Array, limits?: Partial<InspectLimits>): Promise<Inspected | Refusal>
  /** Inspects a PDF and returns the text of each page, in one task. */
  read(pdf: Uint8Array, limits?: Partial<InspectLimits>): Promise<(Inspected & { text: string[] }) | Refusal>
  /** The text of each page. */
  text(pdf: Uint8Array, maxPages?: number): Promise<PageTexts | Refusal>
  /** Page `page` (from 1) as a PNG, `width` pixels wide. */
  render(pdf: Uint8Array, page: number, width: number): Promise<Picture | Refusal>
  /** The first page's head as a PNG, `width` pixels wide, cut above the first amount. */
  head(pdf: Uint8Array, width: number): Promise<Picture | Refusal>
  /** Opens a PKCS #12 file in a worker: it is untrusted and costly by design. */
  openP12(request: P12Request): Promise<OpenedP12 | P12Refusal>
  sign(request: SignRequest): Promise<Signed | Refusal>
  verify(pdf: Uint8Array, options?: VerifyOptions): Promise<Verification | Refusal>
  /** Makes a PDF of headings, paragraphs, tables and pictures, and returns the positions of its named places. */
  layOut(request: LayoutRequest): Promise<LaidOut | Refusal>
  /** Accepts or refuses a big document to be split, by everything except its pages' content. */
  outline(source: Source, limits?: Partial<InspectLimits>): Promise<Outline | Refusal>
  /** The facts of `count` pages from `from` (from 0). The deadline grows with them: some 50 are a good range. */
  readPages(source: Source, from: number, count: number): Promise<PagesRead | Refusal>
  /** One document for each of `parts`, lists of pages from 0. It contains what its own pages draw and nothing else. */
  splitOff(source: Source, parts: readonly (readonly number[])[]): Promise<SplitFiles | Refusal>
  /**
   * Runs a task of another module in a worker: an exported function of one argument, for pure work on a stranger's text.
   * `extraMs` is added to the deadline.
   */
  work<T>(task: WorkerTask, request: unknown, extraMs?: number): Promise<T | Refusal>
  /** Joins pages (from 0) of small documents into one, which contains what its pages draw and nothing else. */
  assemble(pieces: readonly Piece[]): Promise<Assembled | Refusal>
  /** One PDF of photographs and PDFs, in their order. */
  joinSheets(sheets: readonly Sheet[]): Promise<Assembled | Refusal>
  /**
   * Replaces the workers as soon as their tasks end, and with them secrets in their memory, such as a key or an open
   * source.
   */
  recycle(): void
  /** Ends the workers, once the tasks that were asked for are answered; each has its deadline. */
  close(): Promise<void>
}

/** An exported function of a module, by the module's address. */
export interface WorkerTask {
  module: URL
  name: string
}

export interface PagesRead {
  ok: true
  pages: PageFacts[]
}

interface ParcelRead {
  ok: true
  parcel: PageParcel
}

export interface SplitFiles {
  ok: true
  /** In the order of the parts. */
  pdfs: Uint8Array[]
}

export interface Assembled {
  ok: true
  pdf: Uint8Array
}

/** Extra time for each page of a range, in milliseconds; most need two. */
export const pageMs = 250
/** Extra time for each page of an outline, in milliseconds. */
const outlineMs = 3
/** Extra time for each document of a task of several, in milliseconds: a timestamp authority may need it. */
const eachMs = 2_000

/**
 * A worker that holds more memory than this after a task is replaced at once: PDFium with the largest picture fits,
 * so that ordinary files never cause it.
 */
const spentBytes = 176 * 1024 * 1024
/** A worker that holds more than this is replaced when it rests. One that has read payrolls holds some 80 MB. */
const grownBytes = 112 * 1024 * 1024
/** Faults after which a worker is replaced, whatever it holds: it was exhausted, or its state is unknown. */
const exhausting: ReadonlySet<Fault> = new Set([
  'too_complex',
  'decompression_bomb',
  'out_of_memory',
  'failed',
])

/** A worker, in a pool of its own so that it is replaced alone. */
interface Lane {
  pool: Piscina
  share: WorkerShare
  /** Modules that its worker has loaded, by their addresses. */
  loaded: Set<string>
  /** Recycling begins a new generation; workers of an earlier one are replaced. */
  generation: number
  rest?: NodeJS.Timeout
}

interface Asked<Q, A> {
  request: Q
  answer: (found: A | Promise<A>) => void
}

export function createEngine(options: EngineOptions): Engine {
  const { deadlineMs = 10_000, heapMb = 512, tasksPerLife = 2_000, restMs = 20_000, together = 1 } = options
  const { onFailure = () => {} } = options
  const threads = Math.max(1, options.threads)
  const waiting: ((lane: Lane) => void)[] = []
  const ending = new Set<Promise<void>>()
  const running = new Set<Promise<unknown>>()
  let tasks = 0
  let generation = 0
  const free = Array.from({ length: threads }, () => startLane(heapMb, generation))

  /**
   * Runs one task per worker at a time, so that its deadline begins with its start. Starting a worker and loading the
   * task's module aren't counted: after a hostile page has ended a worker, the next page would pay for it.
   */
  function run<T>(
    name: string,
    task: unknown,
    limitMs = deadlineMs,
    module = ownTasks,
  ): Promise<T | Refusal> {
    const answered = runOnLane<T>(name, task, limitMs, module)
    // A task that fails is its caller's; here it only has to be over.
    const over: Promise<unknown> = answered.then(
      () => running.delete(over),
      () => running.delete(over),
    )
    running.add(over)
    return answered
  }

  async function runOnLane<T>(
    name: string,
    task: unknown,
    limitMs: number,
    module: URL,
  ): Promise<T | Refusal> {
    if (++tasks % tasksPerLife === 0) recycle()
    const lane = free.pop() ?? (await new Promise<Lane>((resolve) => waiting.push(resolve)))
    clearTimeout(lane.rest)
    let isSpent = true
    try {
      await load(lane, module.href)
      const call: WorkerCall = { module: module.href, name, request: task }
      const answer: T | Refusal = await lane.pool.run(call, {
        name: 'runBounded',
        signal: AbortSignal.timeout(limitMs),
      })
      isSpent = heldBytes(lane) > spentBytes || isExhausting(answer)
      noteFailures(answer)
      return answer
    } catch (error) {
      const refusal = refusalFrom(error, name, limitMs)
      noteFailures(refusal)
      // The pool has ended this worker and started another.
      Atomics.store(lane.share.memory, 0, 0)
      lane.loaded.clear()
      isSpent = false
      return refusal
    } finally {
      giveBack(isSpent || lane.generation !== generation ? replacementOf(lane) : lane)
    }
  }

  function noteFailures(answer: unknown): void {
    for (const one of Array.isArray(answer) ? answer : [answer]) {
      const { fault, detail = '' } = (one ?? {}) as Partial<Refusal>
      if (fault === 'failed') onFailure(detail)
    }
  }

  function giveBack(lane: Lane): void {
    const next = waiting.shift()
    if (next) return next(lane)
    free.push(lane)
    if (heldBytes(lane) > grownBytes) lane.rest = setTimeout(() => replaceFree(lane), restMs).unref()
  }

  function replaceFree(lane: Lane): void {
    const index = free.indexOf(lane)
    if (index >= 0) free[index] = replacementOf(lane)
  }

  function recycle(): void {
    generation++
    for (const lane of free.slice()) replaceFree(lane)
  }

  function replacementOf(lane: Lane): Lane {
    end(lane)
    return startLane(heapMb, generation)
  }

  function end(lane: Lane): void {
    clearTimeout(lane.rest)
    const ended = lane.pool.destroy().finally(() => ending.delete(ended))
    ending.add(ended)
  }

  /** Runs `name` for each request; simultaneous requests are combined into tasks of several documents. */
  function gathered<Q, T>(name: SeveralTask): (request: Q) => Promise<T | Refusal> {
    if (together === 1) return (request) => run<T>(name, request)
    let asked: Asked<Q, T | Refusal>[] = []
    const send = async (some: readonly Asked<Q, T | Refusal>[]) => {
      const requests = some.map(({ request }) => request)
      const limitMs = deadlineMs + eachMs * requests.length
      const found = await run<(T | Refusal)[]>('several', { name, requests }, limitMs).catch(() => null)
      // After a failed combined task each document is run alone, so that a bad one fails alone.
      for (const [at, { request, answer }] of some.entries())
        answer((Array.isArray(found) ? found[at] : undefined) ?? run<T>(name, request))
    }
    const flush = () => {
      const all = asked
      asked = []
      const size = Math.min(together, Math.ceil(all.length / threads))
      for (let from = 0; from < all.length; from += size) void send(all.slice(from, from + size))
    }
    return (request) =>
      new Promise((answer) => {
        if (asked.length === 0) setImmediate(flush)
        asked.push({ request, answer })
      })
  }

  const read = gathered<ReadRequest, Inspected & { text: string[] }>('read')
  const sign = gathered<SignRequest, Signed>('sign')

  return {
    inspect: (pdf, limits) => run('inspect', { pdf, limits }),
    read: (pdf, limits) => read({ pdf, limits }),
    text: (pdf, maxPages) => run('text', { pdf, maxPages }),
    render: (pdf, page, width) => run('render', { pdf, page, width }),
    head: (pdf, width) => run('head', { pdf, width }),
    openP12: async (request) => {
      const opened: OpenedP12 | P12Refusal | Refusal = await run('openCertificateFile', request)
      if (!opened.ok && (opened.fault === 'too_slow' || opened.fault === 'out_of_memory'))
        return { ok: false, fault: 'too_costly', detail: opened.detail }
      if (!opened.ok && opened.fault === 'failed') throw new Error(opened.detail)
      return opened as OpenedP12 | P12Refusal
    },
    sign,
    verify: (pdf, verifyOptions) => run('verify', { pdf, options: verifyOptions }),
    layOut: (request) => run('layOut', request),
    outline: (source, limits) => run('outline', { source, limits }, deadlineMs + outlineMs * 20_000),
    readPages: async (source, from, count) => {
      const limitMs = deadlineMs + pageMs * count
      const read = await run<ParcelRead>('readPages', { source, from, count }, limitMs)
      return read.ok ? { ok: true, pages: unpacked(read.parcel) } : read
    },
    work: ({ module, name }, request, extraMs = 0) => run(name, request, deadlineMs + extraMs, module),
    splitOff: (source, parts) =>
      run('splitOff', { source, parts }, deadlineMs + pageMs * parts.flat().length),
    assemble: (pieces) => {
      const count = pieces.reduce((sum, { pages }) => sum + pages.length, 0)
      return run('assemble', { pieces }, deadlineMs + pageMs * count)
    },
    joinSheets: (sheets) => run('joinSheets', { sheets }),
    recycle,
    async close() {
      // A worker that is ended at a task may never end, and would hold up the end of the process.
      while (running.size > 0) await Promise.all(running)
      for (const lane of free.splice(0)) end(lane)
      await Promise.all(ending)
    },
  }
}

const ownTasks = new URL('./tasks.ts', import.meta.url)

function startLane(heapMb: number, generation: number): Lane {
  const share: WorkerShare = { memory: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) }
  const pool = new Piscina({
    filename: new URL('./bounded.ts', import.meta.url).href,
    minThreads: 1,
    maxThreads: 1,
    idleTimeout: Infinity,
    // A small young generation: short-lived garbage in idle workers would hold memory for nothing.
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 16 },
    workerData: share,
    // Workers need none of the server's secrets.
    env: {},
  })
  return { pool, share, generation, loaded: new Set() }
}

/** Loads a module in a lane's worker, once. */
async function load({ pool, loaded }: Lane, module: string): Promise<void> {
  if (loaded.has(module)) return
  await pool.run({ module, name: '', request: null } satisfies WorkerCall, { name: 'runBounded' })
  loaded.add(module)
}

function heldBytes({ share }: Lane): number {
  return Atomics.load(share.memory, 0) * 1024
}

/** Whether a refusal, or one of several, has a fault after which the worker is replaced. */
function isExhausting(answer: unknown): boolean {
  if (Array.isArray(answer)) return answer.some(isExhausting)
  const { fault } = (answer ?? {}) as Partial<Refusal>
  return fault !== undefined && exhausting.has(fault)
}

/** A worker that had to be ended becomes a refusal of the document; any other error is thrown on. */
function refusalFrom(error: unknown, task: string, deadlineMs: number): Refusal {
  if (!(error instanceof Error)) throw error
  if (error.name === 'AbortError')
    return { ok: false, fault: 'too_slow', detail: `${task}: over ${deadlineMs} ms` }
  if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
    return { ok: false, fault: 'out_of_memory', detail: `${task} needed too much memory` }
  // The pool's own words; a pool that is closed says others, and its tasks are done again elsewhere.
  if (error.message.startsWith('worker exited with code'))
    return { ok: false, fault: 'failed', detail: `${task}: ${error.message}` }
  throw error
}
