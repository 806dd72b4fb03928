import { type ExternalAddress, externalAddresses } from '#contract/permissions/permissions.ts'

const named = document.querySelector<HTMLMetaElement>('meta[name="outside"]')?.content.split(' ') ?? []

/** The external applications whose addresses this installation names; the server redirects to them from /v3/. */
export const configuredOutside = (Object.keys(externalAddresses) as ExternalAddress[]).filter((name) =>
  named.includes(name),
)
