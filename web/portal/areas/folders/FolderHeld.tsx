import { IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { documents } from '#contract/documents/documents.ts'
import { employees } from '#contract/employees/employees.ts'
import {
  type FolderDetail,
  type FolderHolds,
  folderSettings,
  type TypeDetail,
} from '#contract/folders/settings.ts'
import { Dialog } from '#web/shared/forms/Dialog.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useMay } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { Archive } from './Archive.tsx'
import { listText } from '#web/shared/texts/listText.ts'
import { useAmount } from './useAmount.ts'
import style from './FoldersPage.module.css'

interface Props {
  folder: FolderDetail
  folders: readonly FolderDetail[]
  types: readonly TypeDetail[]
}

/** At a folder's foot: why it can't be archived and what would have to go first; or the act, where it can. */
export function FolderHeld(props: Props) {
  const { folder } = props
  const { t, i18n } = useWords('folders')
  const [open, setOpen] = useState(false)
  const { data: holds } = useCall(folderSettings.holds, { id: folder.idCarpeta })
  const reasons = useReasons(folder, holds)
  if (!holds) return null
  if (reasons.length === 0)
    return (
      <div className={`${style.held} row gap-10`}>
        <Archive
          call={folderSettings.remove}
          id={folder.idCarpeta}
          title={t('borrar.carpeta')}
          text={t('borrar.carpetaDice', { nombre: folder.nombre })}
          to={paths.folders()}
        />
      </div>
    )
  const more = holds.documentos > 0 || holds.filtros > 0 || holds.bloqueo
  return (
    <div className={`${style.held} row gap-10`}>
      <IconLock size={18} aria-hidden />
      <p>
        {t('retiene.dice', { por: listText(reasons, i18n.language) })}{' '}
        {more && (
          <button type="button" className={style.link} onClick={() => setOpen(true)}>
            {t('retiene.ver')}
          </button>
        )}
      </p>
      <Dialog opened={open} onClose={() => setOpen(false)} title={t('retiene.titulo')}>
        <Holders {...props} holds={holds} />
      </Dialog>
    </div>
  )
}

/** The reasons why a folder can't be deleted, each in a few words. */
function useReasons(folder: FolderDetail, holds: FolderHolds | undefined): string[] {
  const { t } = useWords('folders')
  const amount = useAmount()
  if (!holds) return []
  const { documentos, guarda, filtros, bloqueo, autogestion } = holds
  return [
    folder.fijo && t('retiene.fijo'),
    documentos > 0 && t('retiene.documentos', { count: documentos, numero: amount(documentos) }),
    documentos === 0 && guarda && t('retiene.ajenos'),
    filtros > 0 && t('retiene.filtros', { count: filtros, numero: amount(filtros) }),
    bloqueo && t('retiene.bloqueo'),
    autogestion && t('retiene.autogestion'),
  ].filter((reason) => reason !== false)
}

/** Which documents, whose filters and which other folders hold it, with the way to each. */
function Holders({ folder, folders, types, holds }: Props & { holds: FolderHolds }) {
  const { t } = useWords('folders')
  const amount = useAmount()
  const searches = useMay(documents.list.need)
  const opensPeople = useMay(employees.one.need)
  const kept = types.filter(({ documentos }) => documentos > 0)
  const tied = folders.filter(
    ({ idCarpeta, bloquea }) => folder.bloquea.includes(idCarpeta) || bloquea.includes(folder.idCarpeta),
  )
  const others = holds.filtros - holds.usuarios.length
  return (
    <div className="modal-text">
      {kept.length > 0 && (
        <>
          <h3>{t('columna.documentos')}</h3>
          <ul className={style.holders}>
            {kept.map(({ idSubCarpeta, name, documentos }) => (
              <li key={idSubCarpeta}>
                {searches ? <Link to={`${paths.documents()}?tipo=${idSubCarpeta}`}>{name}</Link> : name}
                <span className="figures">{amount(documentos)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {holds.filtros > 0 && (
        <>
          <h3>{t('retiene.usuarios')}</h3>
          <ul className={style.holders}>
            {holds.usuarios.map(({ idUsuario, nombre }) => (
              <li key={idUsuario}>
                {opensPeople ? <Link to={paths.employee(idUsuario)}>{nombre}</Link> : nombre}
              </li>
            ))}
            {others > 0 && (
              <li className="second">{t('retiene.otros', { count: others, numero: amount(others) })}</li>
            )}
          </ul>
        </>
      )}
      {tied.length > 0 && (
        <>
          <h3>{t('retiene.carpetas')}</h3>
          <ul className={style.holders}>
            {tied.map(({ idCarpeta, nombre }) => (
              <li key={idCarpeta}>
                <Link to={paths.folder(idCarpeta)}>{nombre}</Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
