import { Client } from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from '#server/testing/database.ts'
import { generateSchema } from './generate-schema.ts'

test('schema.ts matches the migrations', async () => {
  const { adminUrl } = await testDatabase()
  const client = new Client(adminUrl)
  await client.connect()
  const text = await generateSchema(client)
  await client.end()
  await expect(text).toMatchFileSnapshot('schema.ts')
})
