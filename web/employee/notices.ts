import type { ComponentType } from 'react'
import { addWords, type WordsOf } from '#web/shared/texts/i18n.ts'
import { lazily } from '#web/shared/pages/lazily.ts'

const words: WordsOf = {
  es: () => import('#locales/employee-push-es.ts').then((loaded) => loaded.employeePushWords),
  pt: () => import('#locales/employee-push-pt.ts').then((loaded) => loaded.employeePushWords),
}

/** Loads a part about notices together with its words. For React's `lazy`. */
export function ofNotices(load: () => Promise<ComponentType>): () => Promise<{ default: ComponentType }> {
  return async () => {
    const [loaded] = await Promise.all([lazily(load), lazily(() => addWords(words))])
    return { default: loaded }
  }
}
