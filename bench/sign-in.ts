import { sql } from 'kysely'
import { createApp } from '#server/app.ts'
import { hashPassword } from '#server/shared/identity/hashing.ts'
import { aShapedCompany, startBench } from './support/seeding.ts'

/**
 * How long sign-in takes to refuse a wrong password, by a user name, an id or a mail that somebody has, by ones that
 * nobody has and by a name that means two people. All are asked in turn, each time of another person from another
 * address, so that neither locks nor delays play a part. Aim: each median within a tenth of the median of all.
 *
 * ROUNDS: refusals of each kind, at most 400.
 */
const rounds = Math.min(400, Number(process.env['ROUNDS'] ?? 300))
const aim = 0.1

async function main(): Promise<void> {
  const bench = await startBench(10)
  const { services } = bench
  const { id } = await aShapedCompany(services, 'ingresos', 800)
  // Names of two people: the user name of one is the identity document of the next.
  const password_hash = await hashPassword('Girasol-48-azul')
  await services.tenant(id).write(async ({ db }) => {
    const people = await db
      .selectFrom('users')
      .innerJoin('employees', 'employees.id', 'users.id')
      .select(['users.id', 'employees.dni'])
      .orderBy('users.id', 'desc')
      .limit(rounds + 1)
      .execute()
    for (const [n, person] of people.slice(1).entries())
      await db
        .updateTable('users')
        .set({ username: people[n]?.dni ?? '' })
        .where('id', '=', person.id)
        .execute()
    const mail = sql<string>`'correo' || id || '@correo.example'`
    await db.updateTable('users').set({ mail, password_hash }).execute()
  })
  const people = await services
    .tenant(id)
    .read((db) =>
      db
        .selectFrom('users')
        .innerJoin('employees', 'employees.id', 'users.id')
        .select(['users.id', 'users.username', 'users.mail', 'employees.cuil', 'employees.dni'])
        .orderBy('users.id')
        .execute(),
    )
  await bench.settle()
  const { server } = await createApp(services)
  const one = (n: number) => people[n % people.length]
  const last = people.length - 1
  const kinds: Record<string, (n: number) => string> = {
    'a user name': (n) => one(n)?.username ?? '',
    'an id': (n) => one(n)?.cuil ?? '',
    'a mail': (n) => one(n)?.mail ?? '',
    'a user name that nobody has': (n) => `nadie_${n}`,
    'an id that nobody has': (n) => `20${String(90_000_000 + n)}1`,
    'a mail that nobody has': (n) => `nadie.${n}@otro.example`,
    'a name of two people': (n) => people[last - 1 - (n % rounds)]?.username ?? '',
  }
  const times = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, [] as number[]]))
  let address = 0
  for (let round = -10; round < rounds; round++)
    for (const [kind, name] of Object.entries(kinds)) {
      address++
      const from = performance.now()
      const answer = await server.inject({
        method: 'POST',
        url: '/api/v2/auth-mod/login',
        remoteAddress: `10.${address >> 16}.${(address >> 8) & 255}.${address & 255}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({
          user: name(round + 10),
          password: 'no-es-esta-1',
          site: 'e',
        }).toString(),
      })
      const ms = performance.now() - from
      if (answer.statusCode !== 422) throw new Error(`${kind}: ${answer.statusCode}: ${answer.body}`)
      if (round >= 0) times[kind]?.push(ms)
    }
  const median = (of: number[]) => of.toSorted((a, b) => a - b)[Math.floor(of.length / 2)] ?? 0
  const all = median(Object.values(times).flat())
  let missed = 0
  for (const [kind, of] of Object.entries(times)) {
    const ratio = median(of) / all
    if (Math.abs(ratio - 1) > aim) missed++
    console.log(`${kind.padEnd(28)} median ${median(of).toFixed(1)} ms = ${ratio.toFixed(3)}× that of all`)
  }
  console.log(missed ? `${missed} beyond ${aim} of it` : `all within ${aim} of it`)
  process.exitCode = missed ? 1 : 0
  await server.close()
  await bench.close()
}

await main()
