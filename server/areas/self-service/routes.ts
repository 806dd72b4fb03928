import { ownAccount } from '#contract/account/own.ts'
import { type OwnSection, ownSections } from '#contract/self-service/sections.ts'
import { ownCalls, selfService } from '#contract/self-service/self-service.ts'
import type { KindsOfApproval } from '#server/shared/approval-kinds.ts'
import type { Context } from '#server/shared/context.ts'
import { refuse } from '#server/shared/errors.ts'
import { type Api, publicRoute, route } from '#server/shared/route.ts'
import { decide, newestOf } from '#server/areas/approvals/operations.ts'
import { setSection } from './by-hr.ts'
import { adjust, listSections, optionsOf, setOptions, turnOff, turnOn } from './configuration.ts'
import { freezeByLink, releaseChange } from './guard.ts'
import { saveOwnIdentity, showPicture } from './pictures.ts'
import { proposeAddress, proposeSection } from './proposing.ts'
import { readStatement, previewStatement } from './reading-statement.ts'
import { changesOfPerson, ownData, ownSection, sectionWithin, showChange, wholeAccount } from './showing.ts'

export function registerSelfService(api: Api, kinds: KindsOfApproval): void {
  route(api, selfService.list, ({ read }) => read(({ db }) => listSections(db)))
  route(api, selfService.turnOn, turnOn)
  route(api, selfService.adjust, adjust)
  route(api, selfService.turnOff, (ctx, { action }) => turnOff(ctx, action))
  route(api, selfService.options, ({ read }) => read(optionsOf))
  route(api, selfService.setOptions, setOptions)

  const mine = (ctx: Context, section: OwnSection) => ctx.read((tx) => ownSection(tx, ctx, kinds, section))
  route(api, selfService.mine, (ctx) => ctx.read((tx) => ownData(tx, ctx, kinds)))
  for (const section of ownSections) route(api, ownCalls[section].read, (ctx) => mine(ctx, section))
  route(api, selfService.setContact, async (ctx, input) => {
    await proposeSection(ctx, 'contact', input)
    return mine(ctx, 'contact')
  })
  route(api, selfService.setBank, async (ctx, input) => {
    await proposeSection(ctx, 'bank', input)
    return mine(ctx, 'bank')
  })
  route(api, selfService.setIdentity, async (ctx, input) => {
    await proposeSection(ctx, 'identity', input)
    return mine(ctx, 'identity')
  })
  route(api, selfService.setAddress, async (ctx, input) => {
    await proposeAddress(ctx, input)
    return mine(ctx, 'address')
  })
  route(api, selfService.statement, previewStatement)
  route(api, selfService.myStatement, (ctx, { id }) => readStatement(ctx, id))
  const ownOnly = (ctx: Context, id: number) => (id === ctx.session.userId ? id : refuse('NOT_FOUND'))
  route(api, selfService.contactOf, (ctx, { id }) => {
    ownOnly(ctx, id)
    return mine(ctx, 'contact')
  })
  route(api, selfService.setContactOf, async (ctx, { id, ...input }) => {
    ownOnly(ctx, id)
    await proposeSection(ctx, 'contact', input)
    return mine(ctx, 'contact')
  })
  route(api, ownAccount.saveAvatar, saveOwnIdentity)
  route(api, ownAccount.photo, (ctx, { userId, pending = false }) =>
    showPicture(ctx, userId ?? ctx.session.userId, pending),
  )

  const within = (ctx: Context, id: number, section: OwnSection) =>
    ctx.read((tx) => sectionWithin(tx, ctx, kinds, id, section))
  route(api, selfService.hrContact, (ctx, input) => setSection(ctx, kinds, 'contact', input))
  route(api, selfService.hrAddress, (ctx, { id }) => within(ctx, id, 'address'))
  route(api, selfService.hrMakeAddress, (ctx, input) => setSection(ctx, kinds, 'address', input))
  route(api, selfService.hrSetAddress, (ctx, input) => setSection(ctx, kinds, 'address', input))
  route(api, selfService.hrBank, (ctx, { id }) => within(ctx, id, 'bank'))
  route(api, selfService.hrMakeBank, (ctx, input) => setSection(ctx, kinds, 'bank', input))
  route(api, selfService.hrSetBank, (ctx, input) => setSection(ctx, kinds, 'bank', input))
  route(api, selfService.hrIdentity, (ctx, { id }) => within(ctx, id, 'identity'))
  route(api, selfService.hrSetIdentity, (ctx, input) => setSection(ctx, kinds, 'identity', input))
  route(api, selfService.hrPhoto, (ctx, { id, pending = false }) => showPicture(ctx, id, pending))

  route(api, selfService.one, (ctx, { id }) => ctx.read((tx) => showChange(tx, ctx, kinds, id)))
  route(api, selfService.ofPerson, (ctx, { id }) => ctx.read((tx) => changesOfPerson(tx, ctx, kinds, id)))
  route(api, selfService.wholeAccount, (ctx, { id }) => wholeAccount(ctx, id))
  route(api, selfService.release, (ctx, { id }) => releaseChange(ctx, id))
  publicRoute(api, selfService.freeze, (context, { token }) => freezeByLink(context, token))
  route(api, selfService.approve, (ctx, { id, ...seen }) =>
    decideChange(ctx, kinds, id, { estado: 'aprobado', ...seen }),
  )
  route(api, selfService.decide, (ctx, { id, ...decision }) => decideChange(ctx, kinds, id, decision))
}

/** Decides a change by the one machine of approvals. */
function decideChange(
  ctx: Context,
  kinds: KindsOfApproval,
  id: number,
  {
    estado,
    comments,
    visto,
    desde,
  }: {
    estado: 'aprobado' | 'rechazado'
    comments?: string | undefined
    visto: boolean
    desde?: string | undefined
  },
) {
  return ctx.act(async (tx) => {
    const approval = await newestOf(tx.db, 'change', id)
    if (approval === undefined) refuse('NOT_FOUND')
    const acto = estado === 'aprobado' ? 'aprobar' : 'rechazar'
    if (acto === 'rechazar' && !comments) refuse('SYSTEM_API_PARAMETER_REQUIRED', 'comments')
    await decide(tx, ctx, kinds, { id: approval, acto, motivo: comments, visto, desde })
    return { id, estado }
  })
}
