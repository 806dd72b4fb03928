// A server that is nothing but its embedded PostgreSQL, for the tests that kill it: node hold-postgres.ts <folder> <address>
import { startEmbedded } from '../db/embedded.ts'

const [dataDir = '', address = ''] = process.argv.slice(2)
const fail = (error: unknown) => {
  console.log(error instanceof Error ? `${error.name}: ${error.message}` : error)
  process.exit(1)
}
const say = () => {}
const postgres = await startEmbedded({ dataDir, address, say, onLost: fail, durable: false }).catch(fail)
process.once('SIGTERM', () => void postgres?.stop().then(() => process.exit(0), fail))
console.log(JSON.stringify(postgres))
setInterval(() => {}, 60_000)
