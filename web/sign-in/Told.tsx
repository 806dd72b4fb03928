import type { SignInPage } from '#contract/company/sign-in-page.ts'
import { language, ownWords } from './words.ts'

interface Props {
  page: SignInPage | null | undefined
  name: 'ayuda' | 'pie'
  className: string | undefined
}

const other = language === 'pt' ? 'es' : 'pt'

/** What only the company can tell: in the other language rather than not at all. */
export function Told({ page, name, className }: Props) {
  const own = ownWords(page)?.[name]
  const text = own ?? page?.textos?.[other]?.[name]
  return text ? (
    <p className={className} lang={own ? undefined : other}>
      {text}
    </p>
  ) : null
}
