import type { ComponentType } from 'react'
import { addWords, type WordsOf } from '#web/shared/texts/i18n.ts'
import { lazily } from '#web/shared/pages/lazily.ts'

const words: WordsOf = {
  es: () => import('#locales/employee-forms-es.ts').then((loaded) => loaded.employeeFormWords),
  pt: () => import('#locales/employee-forms-pt.ts').then((loaded) => loaded.employeeFormWords),
}

/** Loads a form together with the texts of forms: errors, password rules. For React's `lazy`. */
export function form<Props>(
  load: () => Promise<ComponentType<Props>>,
): () => Promise<{ default: ComponentType<Props> }> {
  return async () => {
    const [loaded] = await Promise.all([lazily(load), lazily(() => addWords(words))])
    return { default: loaded }
  }
}
