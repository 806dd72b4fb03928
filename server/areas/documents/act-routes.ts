import { documentActCalls } from '#contract/documents/acts.ts'
import { type Api, route } from '#server/shared/route.ts'
import { cancelMany, cancelOne } from './cancelling.ts'
import { changeDocument } from './changing.ts'
import { answerDisagreement, listCases, showCase } from './disagreements.ts'
import { forgetObservation, observe, showObservations } from './observations.ts'
import { makeReport } from './report/report.ts'
import { resendMail, showTrace } from './tracing.ts'

/** The acts on one document, and what is known of it beside its file. */
export function registerDocumentActs(api: Api): void {
  route(api, documentActCalls.cancel, cancelOne)
  route(api, documentActCalls.cancelMany, cancelMany)
  route(api, documentActCalls.change, changeDocument)
  route(api, documentActCalls.observations, showObservations)
  route(api, documentActCalls.observe, observe)
  route(api, documentActCalls.forgetObservation, forgetObservation)
  route(api, documentActCalls.trace, showTrace)
  route(api, documentActCalls.resend, resendMail)
  route(api, documentActCalls.report, makeReport)
  route(api, documentActCalls.disagreements, listCases)
  route(api, documentActCalls.disagreement, showCase)
  route(api, documentActCalls.answerDisagreement, answerDisagreement)
}
