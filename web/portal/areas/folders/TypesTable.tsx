import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowUp,
  IconCheck,
  IconCopy,
  IconDots,
  IconEdit,
  IconGripVertical,
  IconScan,
  IconSignature,
} from '@tabler/icons-react'
import { useId } from 'react'
import { Link } from 'react-router'
import type { FolderDetail, TypeDetail } from '#contract/folders/settings.ts'
import drag from '#web/shared/lists/row-drag.module.css'
import { useRowDrag } from '#web/shared/lists/useRowDrag.ts'
import { paths } from '#web/shared/pages/paths.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { useAmount } from './useAmount.ts'
import { useTypeOrder } from './useTypeOrder.ts'
import style from './TypesTable.module.css'

/** The types of a folder in their order, which is changed by dragging, by the arrow keys or from each one's menu. */
export function TypesTable({ folder, types }: { folder: FolderDetail; types: readonly TypeDetail[] }) {
  const { t } = useWords('folders')
  const amount = useAmount()
  const hint = useId()
  const { move, said } = useTypeOrder(folder.idCarpeta)
  const { body, handle, marks } = useRowDrag(
    types.map(({ idSubCarpeta }) => idSubCarpeta),
    move,
  )
  // A column of nothing but No takes the room of the names.
  const hasPay = types.some(({ recibo }) => recibo)
  const hasXml = types.some(({ xml }) => xml)
  return (
    <div className={style.scroll}>
      <table className={`table ${style.types}`} aria-label={t('tiposDeCarpeta', { nombre: folder.nombre })}>
        <thead>
          <tr>
            <th scope="col" className={style.grip}>
              <span className="only-read-aloud">{t('columna.orden')}</span>
            </th>
            <th scope="col">{t('columna.tipo')}</th>
            <th scope="col" className={style.from640}>
              {t('columna.alias')}
            </th>
            <th scope="col" className={style.from640}>
              {t('columna.captura')}
            </th>
            <th scope="col" className={style.from820}>
              {t('columna.firma')}
            </th>
            {hasPay && (
              <th scope="col" className={style.from640}>
                {t('columna.recibo')}
              </th>
            )}
            {hasXml && (
              <th scope="col" className={style.from820}>
                {t('columna.xml')}
              </th>
            )}
            <th scope="col" className={style.end}>
              {t('columna.documentos')}
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {types.map((type, at) => (
            <tr key={type.idSubCarpeta} {...marks(type.idSubCarpeta)}>
              <td className={style.grip}>
                <button
                  type="button"
                  className={drag.handle}
                  aria-label={t('orden.mover', { nombre: type.name })}
                  aria-describedby={hint}
                  {...handle(type.idSubCarpeta)}
                >
                  <IconGripVertical size={18} aria-hidden />
                </button>
              </td>
              <th scope="row">
                <Link to={paths.type(type.idCarpeta, type.idSubCarpeta)}>{type.name}</Link>
              </th>
              <td className={`second ${style.from640}`}>{type.alias}</td>
              <td className={style.from640}>{t(`reparto.${type.parser ?? 'ninguna'}`)}</td>
              <td className={style.from820}>
                <CompanySignature type={type} />
              </td>
              {hasPay && (
                <td className={style.from640}>
                  <YesNo on={type.recibo} />
                </td>
              )}
              {hasXml && (
                <td className={style.from820}>
                  <YesNo on={type.xml} />
                </td>
              )}
              <td className={`figures ${style.end}`}>
                <span className={style.documents}>{amount(type.documentos)}</span>
                <Acts
                  type={type}
                  at={at}
                  of={types.length}
                  onMove={(step) => move(type.idSubCarpeta, (from) => from + step)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p id={hint} className="only-read-aloud">
        {t('orden.ayuda')}
      </p>
      <p className="only-read-aloud" aria-live="polite">
        {said}
      </p>
    </div>
  )
}

function YesNo({ on }: { on: boolean }) {
  const { t } = useWords('folders')
  return on ? (
    <span className={style.yes}>
      <IconCheck size={16} aria-hidden />
      {t('si')}
    </span>
  ) : (
    <span className="second">{t('no')}</span>
  )
}

/** Where the company signs, in words: '1 hoja, abajo a la izquierda'. */
function CompanySignature({ type: { firma_empresa: place } }: { type: TypeDetail }) {
  const { t } = useWords('folders')
  if (!place) return <span className="second">{t('firmaEmpresa.ninguna')}</span>
  const page =
    place.paginacion === 1
      ? t('firmaEmpresa.unica')
      : t(`firmaEmpresa.${place.pagina}`, { numero: place.numero ?? 1 })
  return t('firmaEmpresa.lugar', { hoja: page, donde: t(`firmaEmpresa.${place.alto}.${place.ancho}`) })
}

interface ActsProps {
  type: TypeDetail
  /** Its place, from 0, and of how many. */
  at: number
  of: number
  /** By so many places, down or (negative) up. */
  onMove: (step: number) => void
}

/** The acts of a type's row; on touch screens all of them are in the menu. */
function Acts({ type, at, of, onMove }: ActsProps) {
  const { t } = useWords('folders')
  const here = paths.type(type.idCarpeta, type.idSubCarpeta)
  const copy = `${paths.typeCreate(type.idCarpeta)}?como=${type.idSubCarpeta}`
  const icon = { size: 18, 'aria-hidden': true }
  return (
    <span className={`${style.acts} row`} role="group" aria-label={t('acciones.de', { nombre: type.name })}>
      <Tooltip label={t('acciones.editar')}>
        <ActionIcon
          component={Link}
          to={here}
          className={style.byPointer ?? ''}
          aria-label={t('acciones.editarTipo', { nombre: type.name })}
        >
          <IconEdit {...icon} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('acciones.duplicar')}>
        <ActionIcon
          component={Link}
          to={copy}
          className={style.byPointer ?? ''}
          aria-label={t('acciones.duplicarTipo', { nombre: type.name })}
        >
          <IconCopy {...icon} />
        </ActionIcon>
      </Tooltip>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={t('acciones.masDe', { nombre: type.name })}>
            <IconDots {...icon} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconArrowUp {...icon} />} disabled={at === 0} onClick={() => onMove(-1)}>
            {t('orden.subir')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowDown {...icon} />}
            disabled={at === of - 1}
            onClick={() => onMove(1)}
          >
            {t('orden.bajar')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item component={Link} to={here} leftSection={<IconEdit {...icon} />}>
            {t('acciones.editar')}
          </Menu.Item>
          <Menu.Item component={Link} to={copy} leftSection={<IconCopy {...icon} />}>
            {t('acciones.duplicar')}
          </Menu.Item>
          <Menu.Item component={Link} to={`${here}?tab=lectura`} leftSection={<IconScan {...icon} />}>
            {t('pestana.lectura')}
          </Menu.Item>
          <Menu.Item component={Link} to={`${here}?tab=firma`} leftSection={<IconSignature {...icon} />}>
            {t('pestana.firma')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </span>
  )
}
