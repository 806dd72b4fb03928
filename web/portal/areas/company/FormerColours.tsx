import { Button } from '@mantine/core'
import type { AnswerOf } from '#contract/call.ts'
import type { brand } from '#contract/company/brand.ts'
import type { BrandColours } from '#contract/palette.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { instantText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './Brand.module.css'

interface Props {
  former: AnswerOf<typeof brand.colours>['anteriores']
  onUse: (colours: BrandColours) => void
}

/** The colours that the company had before, the newest first; each can be put into the form again. */
export function FormerColours({ former, onUse }: Props) {
  const { t } = useWords('company')
  const { company } = useViewer()
  return (
    <section className="column gap-8">
      <h2>{t('colores.anteriores')}</h2>
      <ul className={`${style.former} panel plain-list`}>
        {former.map(({ colores, hasta, quien }) => {
          const day = instantText(hasta, company.zona)
          return (
            <li key={hasta} className="row gap-12">
              <span className="row gap-4" aria-hidden>
                {[colores.primario, colores.activo, colores.secundario, colores.titulo].map((hex, at) => (
                  <i key={at} className={style.swatch} style={{ background: hex }} />
                ))}
              </span>
              <span className="grow">
                {t('colores.hasta', { dia: day })}
                <span className="quiet">
                  {' '}
                  · {t('colores.cambio', { quien: quien ?? t('colores.operador') })}
                </span>
              </span>
              <Button size="compact-sm" onClick={() => onUse(colores)}>
                {t('colores.usar')}
                <span className="only-read-aloud">{t('colores.hasta', { dia: day })}</span>
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
