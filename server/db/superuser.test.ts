import { expect, test } from 'vitest'
import { emptyDatabase } from '#server/testing/database.ts'
import { StartRefused } from './refusal.ts'
import { refuseSuperuser } from './superuser.ts'

test('a database reached as a superuser is refused, as its owner it is not', async () => {
  const { url, adminUrl } = await emptyDatabase()
  await expect(refuseSuperuser(url)).resolves.toBeUndefined()
  const refused = refuseSuperuser(adminUrl)
  await expect(refused).rejects.toThrow(StartRefused)
  await expect(refused).rejects.toThrow(/^DATABASE_URL must name a role that is no superuser/)
})
