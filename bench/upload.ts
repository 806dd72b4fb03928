import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import PdfMaker from 'pdfkit'
import sharp from 'sharp'
import { Upload } from 'tus-js-client'
import { ZipFile } from 'yazl'
import { massive } from '#contract/massive/massive.ts'
import { receiptOf } from '#pdf/testing/receipts.ts'
import { startS3 } from '#server/testing/s3.ts'
import { ask } from '../e2e/support/client.ts'
import { startDatabase } from '../e2e/support/cluster.ts'
import type { Place } from '../e2e/support/inside.ts'
import { makePayroll, type Payroll, untilStep } from '../e2e/support/payrolls.ts'
import { removeDataDir, startServer } from '../e2e/support/server.ts'
import { familyOf, memoryOf } from './support/processes.ts'
import { newDataDir } from './support/data-dir.ts'

/**
 * Sends a zip of 750 MB of scanned PDFs to a server with tus's own client, interrupts it half-way, resumes, and waits
 * for the preview. Prints the time of each part and the peak memory of all the server's processes together, aim 600 MB.
 * MEGABYTES=50 makes it smaller; FILES=s3 stores it on an S3 service and uses a separate PostgreSQL, whose memory is
 * then not counted.
 */
const megabytes = Number(process.env.MEGABYTES ?? 749)
const pictureBytes = 6.8 * 1_048_576

/** A receipt with a picture in it that nothing makes smaller. */
async function scan(n: number, picture: Buffer): Promise<Buffer> {
  const { name, cuil } = receiptOf(n)
  const pdf = new PdfMaker({ size: 'A4', info: { CreationDate: new Date(0) } })
  pdf.fontSize(10).text(`RECIBO DE HABERES 10/2026`).text(`${name} - CUIL ${cuil}`).text(`Comprobante ${n}`)
  pdf.image(picture, 50, 200, { width: 400 })
  pdf.end()
  return buffer(pdf)
}

async function makeZip(path: string): Promise<number> {
  const side = Math.floor(Math.sqrt(pictureBytes / 3))
  const picture = await sharp(randomBytes(side * side * 3), {
    raw: { width: side, height: side, channels: 3 },
  })
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .toBuffer()
  const count = Math.max(1, Math.floor((megabytes * 1_048_576) / (picture.length + 4_000)))
  const zip = new ZipFile()
  const writing = pipeline(zip.outputStream, createWriteStream(path))
  for (let n = 0; n < count; n++)
    zip.addBuffer(await scan(n, picture), `recibo-${n}.pdf`, { compress: false })
  zip.end()
  await writing
  return count
}

/** Sends from the current offset to the end, or until so many bytes are received. */
function send(address: string, as: string, path: string, until = Infinity): Promise<void> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(createReadStream(path), {
      uploadUrl: address,
      uploadSize: statSync(path).size,
      chunkSize: 16 * 1_048_576,
      headers: { authorization: `Bearer ${as}` },
      onProgress(sent) {
        if (sent >= until) void upload.abort().then(resolve)
      },
      onSuccess: () => resolve(),
      onError: reject,
    })
    upload.start()
  })
}

async function begin(url: string, { as, type, month }: Payroll, tamano: number) {
  const asked = { modo: 'publish', tipo: type, periodo: month, archivo: 'scans.zip', tamano } as const
  const reply = await ask(url, massive.create, asked, { as })
  if (reply.code) throw new Error(`refused: ${reply.code}`)
  return reply.data as { id: number; subida: string }
}

const folder = mkdtempSync(join(tmpdir(), 'legajo-upload-'))
const dataDir = newDataDir()
const apart = process.env.FILES === 's3' ? await Promise.all([startDatabase(), startS3()] as const) : null
const [database, s3] = apart ?? []
const env = {
  DEMO: '0',
  ...(database && { DATABASE_URL: database.url, APP_SECRET: 'a secret of the benchmark, long enough' }),
  ...(s3 && { FILES_URL: s3.filesUrl }),
}
const server = await startServer({ dataDir, env })
const place: Place = database
  ? { env: { ...env, DATA_DIR: dataDir }, adminUrl: database.adminUrl() }
  : dataDir
let peak = 0
const timer = setInterval(() => {
  peak = Math.max(peak, memoryOf(familyOf(server.process.pid ?? 0)))
}, 250)
try {
  const path = join(folder, 'scans.zip')
  const count = await makeZip(path)
  const { size } = statSync(path)
  const payroll = await makePayroll({ url: server.url, dataDir: place }, count)
  const { id, subida } = await begin(server.url, payroll, size)
  peak = 0
  const from = performance.now()
  await send(`${server.url}${subida}`, payroll.as, path, size / 2)
  await send(`${server.url}${subida}`, payroll.as, path)
  const sent = (performance.now() - from) / 1000
  const whileSent = peak
  const preview = await untilStep(server.url, payroll, id, 'preview', 1800)
  const read = (performance.now() - from) / 1000 - sent
  if (preview.al_publicar.recibos !== count)
    throw new Error(`${preview.al_publicar.recibos} of ${count} are ready: ${JSON.stringify(preview.grupos)}`)
  console.log(
    `upload${s3 ? ' to S3' : ''}: ${(size / 1_048_576).toFixed(0)} MB in ${sent.toFixed(1)} s, cut half-way and gone on with; ` +
      `kept and read to ${count} receipts in ${read.toFixed(1)} s; ` +
      `peak ${whileSent.toFixed(0)} MB while sent, ${peak.toFixed(0)} MB in all (aim 600)`,
  )
} finally {
  clearInterval(timer)
  await server.stop().catch(() => server.process.kill('SIGKILL'))
  await s3?.stop()
  await database?.stop()
  removeDataDir(dataDir)
  rmSync(folder, { recursive: true })
}
