import i18next from 'i18next'
import { addWords } from '#web/shared/texts/i18n.ts'
import type { Namespace } from '#web/shared/texts/useWords.ts'

/** Files of words by their path; those of the frame and those of the server alone are left out. */
const files = import.meta.glob<object>(
  [
    '../../locales/{es,pt}/*.json',
    '!../../locales/*/{account-own,country,permissions,relations-switch,shell,shell-frame,shell-screens,words}.json',
    '!../../locales/*/{api,company-profiles,documents-report,mails-variables,massive-zip,me-archive,privacy,signing}.json',
  ],
  { import: 'default' },
)

/** Messages of errors are declared by area and loaded together. */
const errors: Record<'es' | 'pt', () => Promise<object>> = {
  es: () => import('#locales/errors-es.ts').then(({ errorWords }) => errorWords),
  pt: () => import('#locales/errors-pt.ts').then(({ errorWords }) => errorWords),
}

/** Loads the words of a screen in the current language, once. */
export async function loadWords(namespaces: readonly Namespace[]): Promise<void> {
  const load = async (language: 'es' | 'pt') => {
    const missing = namespaces.flatMap((name) => {
      const read = name === 'errors' ? errors[language] : files[`../../locales/${language}/${name}.json`]
      return read && !i18next.hasResourceBundle(language, name) ? [{ name, read }] : []
    })
    const texts = await Promise.all(missing.map(({ read }) => read()))
    return Object.fromEntries(missing.map(({ name }, at) => [name, texts[at] ?? {}]))
  }
  await addWords({ es: () => load('es'), pt: () => load('pt') })
}
