import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setEnvironmentData } from 'node:worker_threads'
import sharp from 'sharp'
import { createWorker, OEM, PSM } from 'tesseract.js'
import type { Page, Worker } from 'tesseract.js'
import type { Refusal } from './faults.ts'
import { recogniserBytes, type RecogniserShare, shareName } from './ocr-memory.ts'
import type { PageFacts, Word } from './page-words.ts'
import type { Engine } from './pool.ts'
import { maxPixels } from './render.ts'
import type { Source } from './source.ts'

/** A recognised word with its confidence, from 0 to 1. */
export interface RecognisedWord extends Word {
  confidence: number
}

/** The recognised text of a page. */
export interface RecognisedPage extends PageFacts {
  recognised: true
  words: RecognisedWord[]
  /** Confidence over all its words, 0 to 1. */
  confidence: number
}

/** Offline text recognition in threads of its own, one page a thread at a time. */
export interface Recogniser {
  /** Recognises page `page` (from 0), whose size and rotation are in `facts`. */
  recognise(source: Source, page: number, facts: PageFacts): Promise<RecognisedPage | Refusal>
  /** Ends the threads; the next call starts them again. */
  close(): Promise<void>
}

const languages = ['spa', 'por'] as const
const dotsPerInch = 300
const dotsPerMillimetre = dotsPerInch / 25.4
/** Deadline of one page, in milliseconds. */
const deadlineMs = 90_000
/** The thread is replaced after so many pages, or when it has grown, and ended when idle. */
const pagesPerLife = 100
const idleMs = 60_000
/** Below this confidence the page is tried in other rotations. */
const leastConfidence = 0.7
/** Words below this confidence are dropped: dust, lines and stamps. */
const leastWord = 0.2

type Turn = PageFacts['turned']

type Drawing = Pick<Engine, 'splitOff' | 'render'>

interface RecogniserOptions {
  threads?: number
  /** Memory of one thread, in bytes: beyond `most` its page is refused, beyond `spent` it is replaced. */
  bytes?: { most: number; spent: number }
}

/** A recogniser of Spanish and Portuguese that renders pages with `engine`, at most one a thread at a time. */
export function createRecogniser(
  engine: Drawing,
  { threads = 1, bytes = recogniserBytes }: RecogniserOptions = {},
): Recogniser {
  const all = Array.from({ length: threads }, () => ({ one: createThread(engine, bytes), pages: 0 }))
  return {
    async recognise(source, page, facts) {
      const free = all.reduce((best, next) => (next.pages < best.pages ? next : best))
      free.pages++
      try {
        return await free.one.recognise(source, page, facts)
      } finally {
        free.pages--
      }
    },
    close: async () => void (await Promise.all(all.map(({ one }) => one.close()))),
  }
}

/** A recogniser with one thread. */
function createThread(engine: Drawing, bytes: { most: number; spent: number }): Recogniser {
  let worker: Promise<Worker> | null = null
  const memory = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  let seen = 0
  let idle: NodeJS.Timeout | undefined
  let queue: Promise<unknown> = Promise.resolve()

  async function end(): Promise<void> {
    clearTimeout(idle)
    const ending = worker
    worker = null
    seen = 0
    Atomics.store(memory, 0, 0)
    if (ending) await (await ending).terminate()
  }

  /** Runs tasks one after the other, since the thread handles one page at a time. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = queue.then(work)
    queue = done.catch(() => undefined)
    return done
  }

  async function read(picture: Uint8Array): Promise<Page> {
    if (seen >= pagesPerLife) await end()
    worker ??= begin({ memory, mostBytes: bytes.most })
    seen++
    const thread = await worker
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(new TooSlow()), deadlineMs)
    try {
      const { data } = await Promise.race([
        thread.recognize(Buffer.from(picture), {}, { blocks: true, text: false }),
        late.promise,
      ])
      return data
    } finally {
      clearTimeout(timer)
    }
  }

  async function recognise(
    source: Source,
    page: number,
    facts: PageFacts,
  ): Promise<RecognisedPage | Refusal> {
    clearTimeout(idle)
    const part = await engine.splitOff(source, [[page]])
    if (!part.ok) return part
    const pdf = part.pdfs[0]
    if (!pdf) throw new Error('a page was split off as nothing')
    const drawn = await engine.render(pdf, 1, Math.round(facts.width * dotsPerMillimetre))
    if (!drawn.ok) return drawn
    const scale = drawn.width / facts.width
    try {
      let best: RecognisedPage | null = null
      for (const turned of [0, 90, 270, 180] as const) {
        const picture = await upright(drawn.png, turned)
        const found = factsFrom(await read(picture), facts, scale, turned)
        if (!best || weight(found) > weight(best)) best = found
        // A page without words is not tried in other rotations.
        if (found.confidence >= leastConfidence || (turned === 0 && found.words.length === 0)) break
      }
      if (Atomics.load(memory, 0) * 1024 > bytes.spent) await end()
      else idle = setTimeout(() => void inTurn(end), idleMs).unref()
      return best ?? { ...facts, recognised: true, words: [], confidence: 0 }
    } catch (error) {
      await end()
      if (error instanceof TooSlow)
        return { ok: false, fault: 'too_slow', detail: `recognising: over ${deadlineMs} ms` }
      // Tesseract rejects with a text, mostly where it gets no more memory.
      if (typeof error === 'string') return { ok: false, fault: 'out_of_memory', detail: error }
      throw error
    }
  }

  return {
    recognise: (source, page, facts) => inTurn(() => recognise(source, page, facts)),
    close: () => inTurn(end),
  }
}

class TooSlow extends Error {}

const threadScript = fileURLToPath(new URL('./ocr-worker.ts', import.meta.url))

/** Starts the thread. Its languages come from packages: nothing is downloaded and nothing stays on disk. */
async function begin(share: RecogniserShare): Promise<Worker> {
  const find = createRequire(import.meta.url)
  // Tesseract loads its languages from a single folder.
  const folder = await mkdtemp(join(tmpdir(), 'legajo-languages-'))
  try {
    for (const code of languages) {
      const from = dirname(find.resolve(`@tesseract.js-data/${code}/package.json`))
      const name = `${code}.traineddata.gz`
      await copyFile(join(from, '4.0.0_best_int', name), join(folder, name))
    }
    // A thread gets a copy of this data when it is started, which `createWorker` does at once.
    setEnvironmentData(shareName, share)
    const starting = createWorker([...languages], OEM.LSTM_ONLY, {
      workerPath: threadScript,
      langPath: folder,
      cacheMethod: 'none',
      errorHandler: () => undefined,
    })
    setEnvironmentData(shareName, undefined)
    const worker = await starting
    await worker.setParameters({
      tessedit_pageseg_mode: PSM.SPARSE_TEXT,
      user_defined_dpi: String(dotsPerInch),
    })
    return worker
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The picture turned upright, in grey: a scan's colours carry no text. */
async function upright(png: Uint8Array, turned: Turn): Promise<Uint8Array> {
  return sharp(png, { limitInputPixels: maxPixels })
    .greyscale()
    .rotate((360 - turned) % 360)
    .png({ compressionLevel: 1 })
    .toBuffer()
}

function weight(page: RecognisedPage): number {
  return page.words.reduce((sum, { confidence, text }) => sum + (confidence > 0.6 ? text.length : 0), 0)
}

function factsFrom(page: Page, facts: PageFacts, scale: number, turned: Turn): RecognisedPage {
  const lines = (page.blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap((one) => one.lines))
  const words: RecognisedWord[] = []
  const texts: string[] = []
  for (const line of lines) {
    const kept = line.words.filter(
      ({ text, confidence }) => confidence / 100 >= leastWord && text.trim() !== '',
    )
    for (const { text, confidence, bbox } of kept) {
      const box = {
        x: bbox.x0 / scale,
        y: bbox.y0 / scale,
        width: (bbox.x1 - bbox.x0) / scale,
        height: (bbox.y1 - bbox.y0) / scale,
      }
      words.push({ text: withLetters(text), ...asShown(box, facts, turned), confidence: confidence / 100 })
    }
    if (kept.length > 0) texts.push(kept.map(({ text }) => text).join(' '))
  }
  const characters = words.reduce((sum, { text }) => sum + text.length, 0)
  const sure = words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0)
  return {
    ...facts,
    recognised: true,
    words,
    lines: texts,
    characters,
    unmapped: 0,
    hidden: false,
    pictures: false,
    turned,
    otherTurns: [],
    confidence: characters > 0 ? sure / characters : 0,
  }
}

/** Recognition often reads `C.I.` as `C.1.`. */
function withLetters(text: string): string {
  return text.replace(/^(\p{L}\.)1(?=\.)/u, '$1I')
}

/** Maps a box of the upright picture to the page as shown. */
function asShown(box: Omit<Word, 'text'>, { width, height }: PageFacts, turned: Turn): Omit<Word, 'text'> {
  switch (turned) {
    case 0:
      return box
    case 90:
      return { x: width - box.y - box.height, y: box.x, width: box.height, height: box.width }
    case 180:
      return { ...box, x: width - box.x - box.width, y: height - box.y - box.height }
    case 270:
      return { x: box.y, y: height - box.x - box.width, width: box.height, height: box.width }
  }
}
