import { ownAccount } from '#contract/account/own.ts'
import { call } from '../calls/call.ts'
import { chooseLanguage } from '../texts/language.ts'

/** Keeps the language with the person, for every device and for mails, and shows this page in it. */
export async function chooseForAlways(language: 'es' | 'pt'): Promise<void> {
  // This device changes even if the call fails; other devices follow with the next choice.
  await call(ownAccount.language, { idioma: language }).catch(() => undefined)
  chooseLanguage(language)
}
