import { push } from '#contract/push.ts'
import { type Api, route } from '#server/shared/route.ts'
import { addDevice, removeDevice, removeThisDevice, showMine } from './operations.ts'

export function registerPush(api: Api): void {
  route(api, push.mine, showMine)
  route(api, push.add, addDevice)
  route(api, push.remove, (ctx, { id }) => removeDevice(ctx, id))
  route(api, push.removeThis, (ctx, { endpoint }) => removeThisDevice(ctx, endpoint))
}
