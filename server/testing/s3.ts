import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { testPort } from '#server/testing/ports.ts'

/** A real S3 service of somebody else's making: Ceph's gateway, on one monitor and one store in memory. */
export interface TestS3 {
  /** Value of FILES_URL, with its keys: a bucket, and a prefix in it. */
  filesUrl: string
  client: S3Client
  bucket: string
  stop(): Promise<void>
}

/** Whether this machine has one: Debian's packages radosgw, ceph-mon and ceph-osd. */
export const hasS3 = [
  'radosgw',
  'radosgw-admin',
  'ceph',
  'ceph-mon',
  'ceph-osd',
  'monmaptool',
  'setpriv',
].every((program) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0)

/** Starts one on loopback, in some eight seconds; its data is removed when it stops. */
export async function startS3(): Promise<TestS3> {
  const folder = mkdtempSync(join(tmpdir(), 'legajo-s3-'))
  const [monitor, gateway] = [await testPort(), await testPort()]
  const fsid = randomUUID()
  const keys = { accessKeyId: 'legajo', secretAccessKey: randomBytes(20).toString('hex') }
  for (const name of ['mon', 'osd', 'run']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'ceph.conf'), configuration(folder, fsid, monitor, gateway))
  const env = { ...process.env, CEPH_CONF: join(folder, 'ceph.conf') }
  const run = (program: string, ...args: string[]): string => {
    const { status, stdout, stderr } = spawnSync(program, args, { env, cwd: folder, encoding: 'utf8' })
    if (status !== 0) throw new Error(`${program}: ${stderr}`)
    return stdout.trim()
  }
  const daemons: ChildProcess[] = []
  const start = (program: string, ...args: string[]) => {
    // It ends with us, however we end.
    const held = ['--pdeathsig', 'KILL', program, ...args, '-f']
    daemons.push(spawn('setpriv', held, { env, cwd: folder, stdio: 'ignore' }))
  }
  const stop = async () => {
    for (const daemon of daemons.toReversed()) {
      if (daemon.exitCode !== null || daemon.signalCode) continue
      daemon.kill('SIGKILL')
      await once(daemon, 'exit')
    }
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const [monKey, adminKey, osdKey] = [1, 2, 3].map(() => run('ceph-authtool', '--gen-print-key'))
    const everything = 'caps mon = "allow *"\ncaps osd = "allow *"'
    writeFileSync(
      join(folder, 'keyring'),
      `[mon.]\nkey = ${monKey}\ncaps mon = "allow *"\n[client.admin]\nkey = ${adminKey}\n${everything}\n` +
        `[osd.0]\nkey = ${osdKey}\ncaps mon = "allow profile osd"\ncaps osd = "allow *"\n`,
      { mode: 0o600 },
    )
    run('monmaptool', '--create', '--addv', 'a', `[v2:127.0.0.1:${monitor}]`, '--fsid', fsid, 'monmap')
    run('ceph-mon', '--mkfs', '-i', 'a', '--monmap', 'monmap', '--keyring', 'keyring')
    start('ceph-mon', '-i', 'a')
    const osd = randomUUID()
    run('ceph', '--connect-timeout', '30', 'osd', 'create', osd, '0')
    run('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', osd)
    start('ceph-osd', '-i', '0')
    start('radosgw', '-n', 'client.admin')
    const user = ['--uid', 'legajo', '--display-name', 'legajo']
    run(
      'radosgw-admin',
      'user',
      'create',
      ...user,
      '--access-key',
      keys.accessKeyId,
      '--secret',
      keys.secretAccessKey,
    )
    const endpoint = `http://127.0.0.1:${gateway}`
    await answers(endpoint, daemons)
    const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials: keys })
    const bucket = 'legajo-tests'
    await client.send(new CreateBucketCommand({ Bucket: bucket }))
    return {
      filesUrl: `s3://${keys.accessKeyId}:${keys.secretAccessKey}@${bucket}/in/here?endpoint=${endpoint}`,
      client,
      bucket,
      async stop() {
        client.destroy()
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Made for one machine and a few minutes: no copies, no manager, and clocks that tick often. */
function configuration(folder: string, fsid: string, monitor: number, gateway: number): string {
  return `[global]
fsid = ${fsid}
mon host = v2:127.0.0.1:${monitor}
public network = 127.0.0.0/8
ms bind msgr1 = false
auth cluster required = cephx
auth service required = cephx
auth client required = cephx
keyring = ${folder}/keyring
run dir = ${folder}/run
crash dir = ${folder}/run
admin socket =
log file = ${folder}/$name.log
log to stderr = false
err to stderr = false
mon data = ${folder}/mon
osd data = ${folder}/osd
osd objectstore = memstore
memstore device bytes = 4294967296
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
mon max pg per osd = 1000
paxos propose interval = 0.05
mon tick interval = 1
osd tick interval = 0.2
rgw frontends = beast endpoint=127.0.0.1:${gateway}
rgw num rados handles = 1
rgw thread pool size = 16
`
}

async function answers(url: string, daemons: readonly ChildProcess[]): Promise<void> {
  for (let waited = 0; waited < 60_000; waited += 50) {
    if (await fetch(url).catch(() => null)) return
    if (daemons.some((daemon) => daemon.exitCode !== null)) break
    await sleep(50)
  }
  throw new Error('the S3 service does not start')
}
