import type words from '#locales/es/account.json'
import { useWords } from '../texts/useWords.ts'

/** The words of passwords as the file has them, for what counts and fills them itself. */
export function useAccountWords(): typeof words {
  const { i18n } = useWords()
  const language = i18n.language.startsWith('pt') ? 'pt' : 'es'
  const loaded: typeof words = i18n.getResourceBundle(language, 'account')
  return loaded
}
