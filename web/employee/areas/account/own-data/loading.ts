import type { ComponentType } from 'react'
import { addWords, type WordsOf } from '#web/shared/texts/i18n.ts'
import { lazily } from '#web/shared/pages/lazily.ts'
import { form } from '../../../forms.ts'

const words: WordsOf = {
  es: () => import('#locales/employee-own-data-es.ts').then((loaded) => loaded.employeeOwnDataWords),
  pt: () => import('#locales/employee-own-data-pt.ts').then((loaded) => loaded.employeeOwnDataWords),
}

/** Loads a part about one's own data together with its words. For React's `lazy`. */
export function ofOwnData(load: () => Promise<ComponentType>): () => Promise<{ default: ComponentType }> {
  return async () => {
    const [loaded] = await Promise.all([lazily(load), lazily(() => addWords(words))])
    return { default: loaded }
  }
}

/** Loads the screen of one section with its words and those of forms, none of which the first screen carries. */
export async function loadSectionPage(): Promise<ComponentType> {
  const screen = ofOwnData(() => import('./SectionPage.tsx').then((loaded) => loaded.SectionPage))
  return (await form(async () => (await screen()).default)()).default
}
