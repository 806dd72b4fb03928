import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signPdf } from './sign.ts'
import { pdfsig, qpdfCheck } from './testing/judges.ts'
import { payslip } from './testing/samples.ts'
import { makeSigners } from './testing/signers.ts'
import { type TimestampAuthority, timestampAuthority } from './testing/timestamp-authority.ts'
import { timestampAuthority as requestFrom } from './tsa.ts'
import { verifyPdf } from './verify.ts'
import type { VerifyOptions } from './verify.ts'

let authority: TimestampAuthority
let address: string
beforeAll(async () => {
  authority = await timestampAuthority()
  address = authority.address
})
afterAll(() => authority.close())

describe('with a time-stamp authority', async () => {
  const { companyRequest, signAsEmployee } = await makeSigners(new Date(Date.now() - 3_600_000))
  const pdf = await payslip()

  test('the signature is B-T, its time is the authority’s, and others accept it', async () => {
    const signed = await signPdf({ ...companyRequest(pdf), timestampUrl: `${address}/` })
    if (!signed.ok) throw new Error(signed.detail)
    expect(signed.level).toBe('B-T')
    const twice = await signAsEmployee(signed.pdf)
    expect(pdfsig(twice)).toMatchObject({ accepted: true, valid: 2 })
    expect(qpdfCheck(twice)).toMatchObject({ accepted: true })
    const found = await verifyPdf(twice)
    expect(found).toMatchObject({
      signatures: [
        { level: 'B-T', valid: true, timeSource: 'timestamp' },
        { level: 'B-B', valid: true, timeSource: 'claimed' },
      ],
    })
    const at = found.ok ? found.signatures[0]?.signedAt : null
    expect(Math.abs((at?.getTime() ?? 0) - Date.now())).toBeLessThan(60_000)
  })

  test('its stamp proves a time only where a configured root vouches for the authority', async () => {
    const signed = await signPdf({ ...companyRequest(pdf), timestampUrl: `${address}/` })
    if (!signed.ok) throw new Error(signed.detail)
    const { root } = authority
    const after = { now: new Date(Date.now() + 3 * 366 * 86_400_000) }
    const stampOf = async (options: VerifyOptions) => {
      const found = await verifyPdf(signed.pdf, options)
      return found.ok && found.signatures[0]
    }
    expect(await stampOf({})).toMatchObject({
      stamp: { authority: 'TSA', trusted: false, expiredNow: false },
    })
    expect(await stampOf({ timestampRoots: [root] })).toMatchObject({ stamp: { trusted: true } })
    expect(await stampOf({ ...after, timestampRoots: [root] })).toMatchObject({
      valid: true,
      expiredNow: true,
      stamp: { trusted: true, expiredNow: true },
    })
  })

  test('a document time-stamp proves the time of what its byte range covers, and of nothing else', async () => {
    const signed = await signPdf({ ...companyRequest(pdf), timestampUrl: `${address}/` })
    if (!signed.ok) throw new Error(signed.detail)
    const file = Buffer.from(signed.pdf)
    const form = '/ETSI.CAdES.detached'
    file.write('/ETSI.RFC3161'.padEnd(form.length), file.indexOf(form), 'latin1')
    const range = /\/ByteRange\[([\d ]+)\]/.exec(file.toString('latin1'))?.[1] ?? ''
    const [, start = 0, after = 0, rest = 0] = range.trim().split(/\s+/).map(Number)
    const reportOf = async (token: Uint8Array, options: VerifyOptions = {}) => {
      file.fill('0', start + 1, after - 1)
      file.write(Buffer.from(token).toString('hex'), start + 1, 'latin1')
      const found = await verifyPdf(file, options)
      return found.ok && found.signatures[0]
    }
    const tokenOf = (...pieces: Uint8Array[]) =>
      requestFrom(`${address}/`)(createHash('sha256').update(Buffer.concat(pieces)).digest())
    const covered = [file.subarray(0, start), file.subarray(after, after + rest)]
    const token = await tokenOf(...covered)
    const report = await reportOf(token)
    expect(report).toMatchObject({
      kind: 'timestamp',
      valid: true,
      problems: [],
      timeSource: 'timestamp',
      stamp: { authority: 'TSA', trusted: false },
      certificate: { subject: { commonName: 'TSA' } },
    })
    expect(Math.abs((report && report.signedAt ? report.signedAt.getTime() : 0) - Date.now())).toBeLessThan(
      60_000,
    )
    expect(await reportOf(token, { timestampRoots: [authority.root] })).toMatchObject({
      stamp: { trusted: true },
    })
    expect(await reportOf(await tokenOf(covered[0] ?? file))).toMatchObject({
      valid: false,
      problems: ['timestamp'],
      stamp: null,
    })
    expect(await reportOf(Buffer.from('300302012a', 'hex'))).toMatchObject({
      valid: false,
      problems: ['unsupported'],
      certificate: null,
    })
  })

  test('a document time-stamp that is drawn over the amount is reported', async () => {
    const { signAsCompany, signAsStranger } = await makeSigners()
    const file = Buffer.from(await signAsStranger(await signAsCompany(pdf)))
    const form = '/ETSI.CAdES.detached'
    file.write('/ETSI.RFC3161'.padEnd(form.length), file.lastIndexOf(form), 'latin1')
    const ranges = [...file.toString('latin1').matchAll(/\/ByteRange\[0 (\d+) (\d+) (\d+)/g)]
    const [start = 0, after = 0, rest = 0] = (ranges.at(-1) ?? []).slice(1).map(Number)
    const digest = createHash('sha256')
      .update(file.subarray(0, start))
      .update(file.subarray(after, after + rest))
    const token = await requestFrom(`${address}/`)(digest.digest())
    file.fill('0', start + 1, after - 1)
    file.write(Buffer.from(token).toString('hex'), start + 1, 'latin1')
    expect(await verifyPdf(file, { timestampRoots: [authority.root] })).toMatchObject({
      signatures: [
        { kind: 'signature', valid: true, coversOthers: false },
        { kind: 'timestamp', valid: true, coversOthers: true },
      ],
    })
  })

  test('a stamp by a certificate for another purpose is not accepted', async () => {
    const { companyRequest: other } = await makeSigners()
    const signed = await signPdf({ ...other(pdf), timestampUrl: `${address}/` })
    if (!signed.ok) throw new Error(signed.detail)
    const oid = Buffer.from('06082b06010505070308', 'hex').toString('hex')
    const text = Buffer.from(signed.pdf).toString('latin1')
    // The extended key usage in the stamp's certificate is replaced by a web server's, which breaks every check of it.
    const file = Buffer.from(text.replace(oid, oid.replace(/08$/, '01')), 'latin1')
    expect(file.equals(Buffer.from(signed.pdf))).toBe(false)
    expect(await verifyPdf(file)).toMatchObject({
      signatures: [{ valid: false, stamp: null, problems: expect.arrayContaining(['timestamp']) }],
    })
  })

  test.each(['/refuse', '/nonsense', '/other', ':1/'])(
    'a bad answer of the authority (%s) never lowers the level silently',
    async (path) => {
      const timestampUrl = path.startsWith(':') ? `http://127.0.0.1${path}` : address + path
      const signed = await signPdf({ ...companyRequest(pdf), timestampUrl })
      expect(signed).toMatchObject({ ok: false, fault: 'timestamp_failed' })
    },
  )
})
