import { generic } from '#contract/generic.ts'
import { type Api, route } from '#server/shared/route.ts'
import { audienceOf, publishGeneric } from './operations.ts'

export function registerGeneric(api: Api): void {
  route(api, generic.recipients, (ctx, input, csv) => audienceOf(ctx, input, csv))
  route(api, generic.publish, (ctx, input, file) => publishGeneric(ctx, input, file))
}
