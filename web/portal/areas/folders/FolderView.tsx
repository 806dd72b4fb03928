import { Button, Skeleton } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type FolderDetail, folderSettings, type TypeDetail } from '#contract/folder-settings.ts'
import { paths } from '#web/shared/paths.ts'
import { EmptyState, ErrorState } from '#web/shared/states.tsx'
import { numberText } from '#web/shared/texts.ts'
import { useCall } from '#web/shared/useCall.ts'
import style from './FoldersPage.module.css'

interface Props {
  folder: FolderDetail
  folders: readonly FolderDetail[]
  chosen: boolean
}

/** A folder: its rules in words, and its types. */
export function FolderView({ folder, folders, chosen }: Props) {
  const { t } = useTranslation('folders')
  const id = folder.idCarpeta
  const answer = useCall(folderSettings.types, { id })
  const create = (
    <Button
      component={Link}
      to={paths.typeCreate(id)}
      variant="filled"
      leftSection={<IconPlus size={18} stroke={1.6} aria-hidden />}
    >
      {t('nuevoTipo')}
    </Button>
  )
  return (
    <section className={style.view} aria-label={folder.nombre} data-chosen={chosen || undefined}>
      <div className={style.head}>
        <Link className={style.back} to={paths.folders()}>
          {t('titulo')}
        </Link>
        <h2>{folder.nombre}</h2>
        <div className={style.acts}>
          <Button
            component={Link}
            to={paths.folder(id)}
            leftSection={<IconAdjustmentsHorizontal size={18} stroke={1.6} aria-hidden />}
          >
            {t('reglas')}
          </Button>
        </div>
      </div>
      <Rules folder={folder} folders={folders} />
      <div className={style.head}>
        <h3>{t('tiposDe')}</h3>
        <div className={style.acts}>{create}</div>
      </div>
      {answer.error && (
        <ErrorState error={answer.error} title={t('error')} onRetry={() => void answer.refetch()} />
      )}
      {answer.isPending && <Skeleton height={200} mt={12} />}
      {answer.data?.length === 0 && (
        <EmptyState title={t('sinTipos.titulo')}>{t('sinTipos.texto')}</EmptyState>
      )}
      {answer.data && answer.data.length > 0 && <Types types={answer.data} label={folder.nombre} />}
    </section>
  )
}

function Rules({ folder, folders }: { folder: FolderDetail; folders: readonly FolderDetail[] }) {
  const { t } = useTranslation('folders')
  const closed = folders.filter(({ idCarpeta }) => folder.bloquea.includes(idCarpeta))
  const of = (rule: 'visible' | 'firmable' | 'efimero', on: boolean) =>
    [t(`regla.${rule}.${on ? 'si' : 'no'}`), t(`regla.${rule}.${on ? 'siDice' : 'noDice'}`)] as const
  const said = [
    of('visible', folder.visible),
    of('firmable', folder.firmable),
    closed.length > 0
      ? ([
          t('regla.bloquea.si'),
          t('regla.bloquea.siDice', { cuales: closed.map(({ nombre }) => nombre).join(', ') }),
        ] as const)
      : ([t('regla.bloquea.no'), t('regla.bloquea.noDice')] as const),
    of('efimero', folder.efimero),
    [
      t('regla.orden', { orden: folder.orden }),
      t('regla.prioridad', { prioridad: folder.prioridadFirma }),
    ] as const,
  ]
  return (
    <ul className={style.rules}>
      {said.map(([rule, text]) => (
        <li key={rule}>
          <b>{rule}</b>
          <span className="second">{text}</span>
        </li>
      ))}
    </ul>
  )
}

function Types({ types, label }: { types: readonly TypeDetail[]; label: string }) {
  const { t } = useTranslation('folders')
  const yes = (on: boolean) => (on ? t('si') : <span className="second">{t('no')}</span>)
  return (
    <div className={style.scroll}>
      <table className={style.table} aria-label={t('tiposDeCarpeta', { nombre: label })}>
        <thead>
          <tr>
            <th scope="col">{t('columna.tipo')}</th>
            <th scope="col">{t('columna.alias')}</th>
            <th scope="col" className={style.from768}>
              {t('columna.captura')}
            </th>
            <th scope="col" className={style.from768}>
              {t('columna.recibo')}
            </th>
            <th scope="col" className={style.from768}>
              {t('columna.xml')}
            </th>
            <th scope="col" className={style.end}>
              {t('columna.documentos')}
            </th>
          </tr>
        </thead>
        <tbody>
          {types.map((type) => (
            <tr key={type.idSubCarpeta}>
              <th scope="row">
                <Link to={paths.type(type.idCarpeta, type.idSubCarpeta)}>{type.name}</Link>
              </th>
              <td className="second">{type.alias}</td>
              <td className={style.from768}>{t(`captura.${type.parser ?? 'ninguna'}`)}</td>
              <td className={style.from768}>{yes(type.recibo)}</td>
              <td className={style.from768}>{yes(type.xml)}</td>
              <td className={`figures ${style.end}`}>{numberText(type.documentos)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
