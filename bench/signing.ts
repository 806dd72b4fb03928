import { execFileSync } from 'node:child_process'
import { issueCompanyCertificate } from '#pdf/certificates.ts'
import { createEngine } from '#pdf/pool.ts'
import type { SignRequest } from '#pdf/sign.ts'
import { payslip } from '#pdf/testing/samples.ts'

/**
 * Visible incremental PAdES signing of one-page payslips by two workers, against what `openssl speed` reaches in
 * one process with bare RSA-2048: a ratio, so that it means the same on every machine. Aim: 0.4 or more.
 */
const seconds = 3
const threads = 2

function opensslRate(): number {
  const table = execFileSync('openssl', ['speed', '-seconds', String(seconds), 'rsa2048'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const rate = /^rsa\s+2048 bits\s+\S+\s+\S+\s+([\d.]+)/m.exec(table)?.[1]
  if (!rate) throw new Error('openssl speed told no rate')
  return Number(rate)
}

async function signingRate(): Promise<number> {
  const engine = createEngine({ threads, tasksPerLife: Infinity })
  const from = new Date()
  const issued = await issueCompanyCertificate(
    {
      name: 'RIVAROLA, Carlos Eduardo',
      position: 'Apoderado',
      company: 'Austral Alimentos S.A.',
      companyTaxId: '30-70912684-5',
      country: 'AR',
    },
    { from },
  )
  const pdfs = await Promise.all(
    Array.from({ length: 20 }, (_, n) => payslip({ name: `Ledesma, Jorge ${n}` })),
  )
  const request = (n: number): SignRequest => ({
    pdf: pdfs[n % pdfs.length] ?? new Uint8Array(),
    key: issued.key,
    certificateChain: [issued.certificate],
    field: 'company',
    position: { page: 'last', corner: 'left' },
    futureFields: [{ field: 'employee', position: { page: 'last', corner: 'right' } }],
    name: 'RIVAROLA, Carlos Eduardo',
    when: new Date(),
    appearance: {
      kind: 'signature',
      lines: [
        'Firmado digitalmente por RIVAROLA, Carlos Eduardo',
        'Apoderado · 04/11/2026 09:12:40 −03:00',
        `Verificación ${n}`,
      ],
      drawnName: 'Carlos E. Rivarola',
    },
  })
  let signed = 0
  const keepSigning = async (until: number): Promise<void> => {
    while (performance.now() < until) {
      const result = await engine.sign(request(signed))
      if (!result.ok) throw new Error(result.detail)
      signed++
    }
  }
  const lane = (until: number) => Promise.all(Array.from({ length: threads * 2 }, () => keepSigning(until)))
  await lane(performance.now() + 1000)
  signed = 0
  const start = performance.now()
  await lane(start + seconds * 1000)
  const rate = (signed * 1000) / (performance.now() - start)
  await engine.close()
  return rate
}

const bare = opensslRate()
const ours = await signingRate()
console.log(
  `signing: ${(ours / bare).toFixed(2)} of openssl rsa2048 (aim 0.40) - ${ours.toFixed(0)} documents/s by ${threads} workers, ${bare.toFixed(0)} bare signatures/s`,
)
