import type { SignInPage } from '#contract/company/sign-in-page.ts'
import { language, ownWords } from './words.ts'

interface Props {
  page: SignInPage | null | undefined
  name: 'ayuda' | 'pie'
  className: string | undefined
}

const other = language === 'pt' ? 'es' : 'pt'

/** A company's own text; in the other language where the current one is missing. */
export function Told({ page, name, className }: Props) {
  const own = ownWords(page)?.[name]
  const text = own ?? page?.textos?.[other]?.[name]
  return text ? (
    <p className={className} lang={own ? undefined : other}>
      {text}
    </p>
  ) : null
}
