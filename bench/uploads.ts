import { readFileSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { codeOf } from '#contract/errors.ts'
import { createApp } from '#server/app.ts'
import { newBearer } from '#server/shared/identity/session.ts'
import { runAsServer } from './support/as-server.ts'
import { memoryOf } from './support/processes.ts'
import { aSession, aShapedCompany, startBench, unhurried } from './support/seeding.ts'

/**
 * Papers that employees send, through the HTTP server. Ten pictures of 10 MB become one PDF: what the process takes beyond
 * what it had (aim 300 MB), and the time against the same pictures made anew by sharp alone, in turn (aim 1.5). With
 * CORPUS, a folder of PDFs, each of them is sent by somebody: what each was answered, and whether a refused one left
 * anything behind.
 */
runAsServer()

const aimMemory = 300
const aimRatio = 1.5
const rounds = 3
const pictureCount = 10
const sampledEvery = 10

const bench = await startBench(4)
const { server: app } = await createApp(bench.services)
const company = await aShapedCompany(bench.services, 'envios', 400)
const type = await unhurried(bench.services, company.id, async (db) => {
  const { rows } = await sql<{
    id: number
  }>`update document_types set upload_pages_max = 10, upload_pages_min = 1,
    has_period = false where id = (select min(id) from document_types) returning id`.execute(db)
  return rows[0]?.id ?? 0
})

await pictures()
if (process.env['CORPUS']) await corpus(process.env['CORPUS'])
await app.close()
await bench.close()

async function pictures(): Promise<void> {
  const some = await Promise.all(Array.from({ length: pictureCount }, (_, at) => noise(at)))
  const bearer = await anEmployee(1)
  await sent(bearer, some)
  // Looking at the memory takes time of its own, so that rounds are either looked at or timed.
  const before = memoryOf([process.pid])
  let peak = before
  const timer = setInterval(() => (peak = Math.max(peak, memoryOf([process.pid]))), sampledEvery)
  await sent(bearer, some)
  clearInterval(timer)
  const ours: number[] = []
  const alone: number[] = []
  for (let round = 0; round < rounds; round++) {
    let from = performance.now()
    await sent(bearer, some)
    ours.push(performance.now() - from)
    from = performance.now()
    for (const picture of some)
      await sharp(picture)
        .rotate()
        .resize({ width: 2400, height: 2400, fit: 'inside', withoutEnlargement: true })
        .jpeg({ quality: 82 })
        .toBuffer()
    alone.push(performance.now() - from)
  }
  const [one, other] = [middle(ours), middle(alone)]
  const size = some.reduce((sum, { length }) => sum + length, 0) / pictureCount / 1_048_576
  console.log(
    `uploads: ${pictureCount} pictures of ${size.toFixed(1)} MB to one PDF: ${(peak - before).toFixed(0)} MB over ` +
      `${before.toFixed(0)} before (aim ${aimMemory}), ${one.toFixed(0)} ms, sharp alone ${other.toFixed(0)} ms, ` +
      `ratio ${(one / other).toFixed(2)} (aim ≤ ${aimRatio})`,
  )
}

async function corpus(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.toLowerCase().endsWith('.pdf'))
    .toSorted()
  const hr = await aSession(bench.services, company, 1, 'hr')
  const answers = new Map<string, number>()
  const shownAs = new Map<number, number>()
  const faults: string[] = []
  let slowest = { name: '', ms: 0 }
  for (const [at, name] of files.entries()) {
    const bearer = await anEmployee(10 + (at % 300))
    const from = performance.now()
    const sheet = await put(bearer, basename(name), readFileSync(join(folder, name)))
    const ms = performance.now() - from
    if (ms > slowest.ms) slowest = { name, ms }
    const answer = sheet.status === 200 ? await send(bearer, [sheet.id]) : sheet
    const word = answer.status === 200 ? 'sent' : answer.code
    answers.set(word, (answers.get(word) ?? 0) + 1)
    if (answer.status === 200) {
      const shown = await app.inject({
        url: `/api/v2/uploaddocuments/dowloadS3/${answer.id}/0/1`,
        headers: { authorization: `Bearer ${hr}` },
      })
      shownAs.set(shown.statusCode, (shownAs.get(shown.statusCode) ?? 0) + 1)
      if (shown.statusCode >= 500) faults.push(`${name}, shown: ${shown.statusCode}`)
    }
    if (answer.status >= 500) faults.push(`${name}: ${answer.status}`)
    if (sheet.status === 200 && answer.status !== 200) await forgetSheets()
  }
  const { loose, papers } = await left()
  console.log(
    `uploads: ${files.length} PDFs of ${basename(folder)}: ${[...answers]
      .toSorted(([, a], [, b]) => b - a)
      .map(([word, count]) => `${word} ${count}`)
      .join(
        ', ',
      )}; their first pages ${JSON.stringify([...shownAs])}; ${faults.length} faults of ours ${JSON.stringify(faults.slice(0, 5))}; slowest ` +
      `${slowest.name} ${slowest.ms.toFixed(0)} ms; ${papers} papers, ${loose} sheets left behind`,
  )
}

/** Rows of sheets that were neither sent nor forgotten, and papers that wait. */
function left(): Promise<{ loose: number; papers: number }> {
  return unhurried(bench.services, company.id, async (db) => {
    const { rows } = await sql<{ loose: number; papers: number }>`select
      (select count(*) from upload_pages) as loose,
      (select count(*) from documents where source = 'employee') as papers`.execute(db)
    return rows[0] ?? { loose: 0, papers: 0 }
  })
}

async function forgetSheets(): Promise<void> {
  await unhurried(bench.services, company.id, (db) => sql`delete from upload_pages`.execute(db))
}

/** Ten sheets put up one after the other and sent as one paper. */
async function sent(bearer: string, some: readonly Buffer[]): Promise<void> {
  const ids: number[] = []
  for (const picture of some) {
    const { status, id, code } = await put(bearer, 'foto.jpg', picture)
    if (status !== 200) throw new Error(`a picture was refused: ${code}`)
    ids.push(id)
  }
  const answer = await send(bearer, ids)
  if (answer.status !== 200) throw new Error(`the paper was refused: ${answer.code}`)
}

interface Answered {
  status: number
  code: string
  id: number
}

async function put(bearer: string, name: string, bytes: Buffer): Promise<Answered> {
  const boundary = 'limite-de-las-partes'
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v2/me/uploads/pages',
    headers: {
      authorization: `Bearer ${bearer}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload: Buffer.concat([
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name.replaceAll(/[^\w.-]/g, '_')}"\r\n` +
          `content-type: application/octet-stream\r\n\r\n`,
      ),
      bytes,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  })
  return read(answer)
}

async function send(bearer: string, paginas: number[]): Promise<Answered> {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v2/me/uploads',
    headers: { authorization: `Bearer ${bearer}` },
    payload: { tipo: type, paginas, confirm: [codeOf('UPLOAD_SAME_FILE')] },
  })
  return read(answer)
}

function read({ statusCode, body }: { statusCode: number; body: string }): Answered {
  const { code = '', data } = JSON.parse(body) as { code?: string; data?: { id?: number } }
  return { status: statusCode, code, id: data?.id ?? 0 }
}

/** The session of a person at the employees' site. */
async function anEmployee(n: number): Promise<string> {
  const { bearer, hash } = newBearer(company.id)
  await unhurried(bench.services, company.id, async (db) => {
    await sql`insert into user_profiles (company_id, user_id, profile_id, type)
      select u.company_id, u.id, ${company.profiles.employee}, 3 from users u where u.username = ${`persona${n}`}
      on conflict do nothing`.execute(db)
    await sql`insert into sessions (company_id, hash, user_id, profile_id, audience, expires_at)
      select company_id, ${hash}, id, ${company.profiles.employee}, 'e', now() + interval '3 hours'
      from users where username = ${`persona${n}`}`.execute(db)
  })
  return bearer
}

/** A picture of noise, which compresses badly: some 10 MB. */
function noise(seed: number): Promise<Buffer> {
  return sharp({
    create: {
      width: 3000,
      height: 2200,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 40 + seed },
    },
  })
    .jpeg({ quality: 90, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

function middle(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}
