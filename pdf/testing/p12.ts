import { execFileSync } from 'node:child_process'
import { createHash, createHmac } from 'node:crypto'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { children, contentOf, der, integer, oid, readDer, tag, wholeOf } from '../der.ts'

/** Certificates and PKCS #12 files made by `openssl`, in a folder of their own. */
export interface Workshop {
  /** Makes a key and a certificate called `name`; self-issued without `issuer`. */
  certificate(name: string, wanted?: CertificateWanted): void
  /** A PKCS #12 file of a certificate and key, with openssl's own options. */
  p12(name: string, ...options: string[]): Buffer
  der(name: string): Buffer
  /** Writes the certificates into one text file and returns its path. */
  bundle(...names: string[]): string
  close(): void
}

interface CertificateWanted {
  /** An algorithm of `openssl genpkey`: `rsa:2048` by default, else a curve. */
  key?: string
  /** Another certificate whose key it has as well. */
  keyOf?: string
  issuer?: string
  /** Lines of an extension section. */
  extensions?: string[]
  from?: Date
  to?: Date
  digest?: string
  /** Its common name; `name` unless given. */
  subject?: string
  /** Parts of its name before the common name. */
  organization?: string
}

export const filePassword = 'Ñandú de €uros 1'
const signing = ['basicConstraints=CA:FALSE', 'keyUsage=critical,digitalSignature,nonRepudiation']

export function aWorkshop(): Workshop {
  const folder = mkdtempSync(join(tmpdir(), 'legajo-p12-'))
  const run = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  return {
    certificate(
      name,
      {
        key = 'rsa:2048',
        keyOf,
        issuer,
        extensions = signing,
        from,
        to,
        digest = 'sha256',
        subject: called = name,
        organization = '/O=Austral Alimentos S.A.',
      } = {},
    ) {
      const [kind, size] = key.split(':')
      if (keyOf) copyFileSync(join(folder, `${keyOf}.key`), join(folder, `${name}.key`))
      else if (size)
        run('genpkey', '-algorithm', kind ?? '', '-pkeyopt', `rsa_keygen_bits:${size}`, '-out', `${name}.key`)
      else run('genpkey', '-algorithm', 'EC', '-pkeyopt', `ec_paramgen_curve:${key}`, '-out', `${name}.key`)
      writeFileSync(join(folder, `${name}.cnf`), `[e]\n${extensions.join('\n')}\n`)
      writeFileSync(join(folder, 'index.txt'), '')
      const subject = `/C=AR${organization}/CN=${called}`
      run('req', '-new', '-utf8', '-key', `${name}.key`, '-subj', subject, '-out', `${name}.csr`)
      writeFileSync(join(folder, 'ca.cnf'), authority)
      const signer = issuer
        ? ['-cert', `${issuer}.crt`, '-keyfile', `${issuer}.key`]
        : ['-selfsign', '-keyfile', `${name}.key`]
      const stamp = (date: Date) => date.toISOString().replace(/[-:T]|\.\d+/g, '')
      const now = Date.now()
      const window = [
        stamp(from ?? new Date(now - 86_400_000)),
        stamp(to ?? new Date(now + 365 * 86_400_000)),
      ] as const
      const options = ['-batch', '-config', 'ca.cnf', '-notext', '-md', digest, ...signer]
      const files = ['-in', `${name}.csr`, '-out', `${name}.crt`, '-extfile', `${name}.cnf`]
      run('ca', ...options, ...files, '-extensions', 'e', '-startdate', window[0], '-enddate', window[1])
    },
    p12(name, ...options) {
      const given = options.includes('-in') ? [] : ['-in', `${name}.crt`]
      const key = options.includes('-inkey') || options.includes('-nokeys') ? [] : ['-inkey', `${name}.key`]
      const password = options.includes('-passout') ? [] : ['-passout', `pass:${filePassword}`]
      run('pkcs12', '-export', ...given, ...key, ...password, '-out', `${name}.p12`, ...options)
      return readFileSync(join(folder, `${name}.p12`))
    },
    bundle(...names) {
      const path = join(folder, `${names.join('-')}.pem`)
      writeFileSync(path, names.map((one) => readFileSync(join(folder, `${one}.crt`), 'utf8')).join(''))
      return path
    },
    der(name) {
      return run('x509', '-in', `${name}.crt`, '-outform', 'DER')
    },
    close: () => rmSync(folder, { recursive: true }),
  }
}

const authority = `[ca]
default_ca=own
[own]
new_certs_dir=.
database=index.txt
rand_serial=yes
unique_subject=no
policy=any
email_in_dn=no
[any]
countryName=optional
organizationName=optional
organizationIdentifier=optional
commonName=supplied
`

/** Joins the contents of several files without a MAC in one file with a MAC, which no program writes. */
export function together(password: string, ...files: Uint8Array[]): Buffer {
  const contents = files.flatMap((file) => {
    const [, info] = children(readDer(file))
    const octets = info && children(info)[1]
    const inner = octets && children(octets)[0]
    return inner ? children(readDer(contentOf(inner))).map(wholeOf) : []
  })
  const safe = der(tag.sequence, ...contents)
  const info = der(tag.sequence, oid('1.2.840.113549.1.7.1'), der(0xa0, der(tag.octets, safe)))
  const salt = Buffer.alloc(8, 7)
  const mac = createHmac('sha1', macKey(password, salt)).update(safe).digest()
  const sha1 = der(tag.sequence, oid('1.3.14.3.2.26'), Buffer.from([tag.null, 0]))
  const macData = der(
    tag.sequence,
    der(tag.sequence, sha1, der(tag.octets, mac)),
    der(tag.octets, salt),
    integer(1),
  )
  return der(tag.sequence, integer(3), info, macData)
}

/** The key of a MAC after one round: RFC 7292, appendix B, with id 3. */
function macKey(password: string, salt: Buffer): Buffer {
  const text = Buffer.from(`${password}\0`, 'utf16le').swap16()
  const blocks = (bytes: Buffer) =>
    Buffer.concat(Array.from({ length: 64 }, () => bytes)).subarray(0, 64 * Math.ceil(bytes.length / 64))
  return createHash('sha1').update(Buffer.alloc(64, 3)).update(blocks(salt)).update(blocks(text)).digest()
}
