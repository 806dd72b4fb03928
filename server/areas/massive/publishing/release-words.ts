import es from '#locales/es/approvals.json' with { type: 'json' }
import pt from '#locales/pt/approvals.json' with { type: 'json' }
import { filled } from '#server/shared/text/printed.ts'

const languages = { es: 'es', pt: 'pt-BR' } as const

/** 'Recibo de sueldo, octubre de 2026: 1.807 documentos', as who may release it reads it. */
export function releaseWords(
  { name, period, total }: { name: string; period: string | null; total: number },
  language: 'es' | 'pt',
): string {
  const tag = languages[language]
  const month =
    period === null
      ? ''
      : `, ${new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(period))}`
  const { publicacion } = language === 'pt' ? pt : es
  return filled(publicacion, {
    que: `${name}${month}`,
    cuantos: new Intl.NumberFormat(tag, { useGrouping: 'always' }).format(total),
  })
}
