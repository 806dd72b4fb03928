import {
  IconChecklist,
  IconFileUpload,
  IconLineScan,
  IconSend,
  IconSignature,
  type TablerIcon,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { AnswerOf } from '#contract/call.ts'
import type { DocumentType } from '#contract/folders.ts'
import type { massive } from '#contract/massive.ts'
import type { MassiveMode } from '#contract/massive-publication.ts'
import { Facts } from '#web/shared/pages.tsx'
import { paths } from '#web/shared/paths.ts'
import { monthText, numberText } from '#web/shared/texts.ts'
import style from './Massive.module.css'

interface Props {
  mode: MassiveMode
  type?: DocumentType
  found?: AnswerOf<typeof massive.setup>
}

/** How the type is read and signed, what is expected, and what comes next. */
export function MassiveDesk({ mode, type, found }: Props) {
  const { t } = useTranslation('massive')
  return (
    <div className={style.desk}>
      {type && found && <Reading mode={mode} type={type} found={found} />}
      <section>
        <h2>{t('sigue.titulo')}</h2>
        <ol className={style.next}>
          <Next icon={IconFileUpload} name={t('sigue.subida')} what={t('sigue.subidaQue')} />
          <Next icon={IconLineScan} name={t('sigue.lectura')} what={t('sigue.lecturaQue')} />
          <Next icon={IconChecklist} name={t('sigue.revision')} what={t('sigue.revisionQue')} />
          <Next
            icon={mode === 'publish' ? IconSend : IconSignature}
            name={t(`sigue.final.${mode}`)}
            what={t(`sigue.finalQue.${mode}`)}
          />
        </ol>
      </section>
    </div>
  )
}

function Reading({ mode, type, found }: Required<Props>) {
  const { t } = useTranslation('massive')
  const { anterior, esperados, firmante, posicion } = found
  const signs = mode === 'split_sign' || mode === 'sign'
  return (
    <section>
      <div className={style.deskHead}>
        <h2>{t('lee.titulo')}</h2>
        <Link to={paths.type(type.idCarpeta, type.idSubCarpeta)}>{t('lee.configurar')}</Link>
      </div>
      <Facts
        of={[
          [t('lee.como'), t(type.parser === 'file_name' ? 'lee.nombre' : 'lee.pagina')],
          ...(signs
            ? ([
                [
                  t('lee.firma'),
                  `${firmante ?? t('lee.firmaElegir')}, ${t(posicion ? 'lee.enSuLugar' : 'lee.alPie')}`,
                ],
              ] as const)
            : []),
          [t('lee.firmaColaborador'), t(found.firmable ? 'lee.seLePide' : 'lee.noSeLePide')],
          ...(anterior || esperados > 0
            ? ([
                [
                  t('lee.seEsperan'),
                  <span key="expected">
                    {t('lee.recibos', { count: esperados, cuantos: numberText(esperados) })}{' '}
                    {anterior && (
                      <span className="quiet">
                        ({monthText(anterior.periodo)}: {numberText(anterior.cantidad)})
                      </span>
                    )}
                  </span>,
                ],
              ] as const)
            : []),
        ]}
      />
    </section>
  )
}

function Next({ icon: Icon, name, what }: { icon: TablerIcon; name: string; what: string }) {
  return (
    <li>
      <Icon size={18} stroke={1.6} aria-hidden />
      <span>
        <b>{name}</b>
        <span className="second">{what}</span>
      </span>
    </li>
  )
}
