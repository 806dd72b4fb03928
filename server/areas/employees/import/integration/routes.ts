import { integrationProfiles } from '#contract/employees/integration-profiles.ts'
import { type Api, route } from '#server/shared/route.ts'
import { findIntegrationProfiles } from '../../integration-profiles.ts'
import { newestImports } from '../queries.ts'
import { integrationTemplate, uploadIntegration } from './upload.ts'

export function registerIntegrationFiles(api: Api): void {
  route(api, integrationProfiles.profiles, async ({ read }) => {
    const profiles = await read((tx) => findIntegrationProfiles(tx.db))
    return profiles.map(({ id, name, address }) => ({ id, nombre: name, direccion: address }))
  })
  route(api, integrationProfiles.assign, (ctx, input, file) => uploadIntegration(ctx, input, file, 'assign'))
  route(api, integrationProfiles.remove, (ctx, input, file) => uploadIntegration(ctx, input, file, 'remove'))
  route(api, integrationProfiles.list, ({ read, session }) =>
    read((tx) => newestImports(tx.db, session.userId, 'integration_profiles')),
  )
  route(api, integrationProfiles.template, integrationTemplate)
}
