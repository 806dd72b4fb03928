import { TextInput } from '@mantine/core'
import { IconChevronRight, IconLock, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { FolderDetail } from '#contract/folders/settings.ts'
import { type DocumentType, folders as calls } from '#contract/folders/folders.ts'
import { fold } from '#web/shared/texts/fold.ts'
import { paths } from '#web/shared/pages/paths.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './FolderTree.module.css'

interface Props {
  folders: readonly FolderDetail[]
  shown: number | undefined
  /** A narrow screen shows one part only, the chosen one. */
  aside: boolean
}

/** The folders, each of which opens to its types; the search finds either. */
export function FolderTree({ folders, shown, aside }: Props) {
  const { t } = useWords('folders')
  const types = useCall(calls.searchable, {})
  const [search, setSearch] = useState('')
  const [toggled, setToggled] = useState<ReadonlyMap<number, boolean>>(new Map())
  const wanted = fold(search)
  const found = folders.flatMap((folder) => {
    const all = (types.data ?? []).filter(({ idCarpeta }) => idCarpeta === folder.idCarpeta)
    if (!wanted) return [{ folder, types: all, open: folder.idCarpeta === shown }]
    const named = all.filter(({ name, alias }) => fold(`${name} ${alias}`).includes(wanted))
    if (fold(folder.nombre).includes(wanted)) return [{ folder, types: all, open: named.length > 0 }]
    return named.length > 0 ? [{ folder, types: named, open: true }] : []
  })
  return (
    <nav className={`${style.tree} column`} aria-label={t('lista')} data-aside={aside || undefined}>
      <TextInput
        className={style.search ?? ''}
        aria-label={t('buscar')}
        placeholder={t('buscar')}
        leftSection={<IconSearch size={18} aria-hidden />}
        value={search}
        onChange={(event) => {
          setSearch(event.currentTarget.value)
          setToggled(new Map())
        }}
      />
      <div className={style.list}>
        {found.length === 0 && <p className={`second ${style.none}`}>{t('nada')}</p>}
        <ul>
          {found.map(({ folder, types: within, open }) => (
            <FolderBranch
              key={folder.idCarpeta}
              folder={folder}
              types={within}
              open={toggled.get(folder.idCarpeta) ?? open}
              current={folder.idCarpeta === shown}
              onToggle={(now) => setToggled((before) => new Map(before).set(folder.idCarpeta, now))}
            />
          ))}
        </ul>
      </div>
      {folders.some(({ fijo }) => fijo) && (
        <p className={`${style.legend} row gap-8`}>
          <IconLock size={16} aria-hidden /> {t('fijo')}
        </p>
      )}
    </nav>
  )
}

interface BranchProps {
  folder: FolderDetail
  types: readonly DocumentType[]
  open: boolean
  current: boolean
  onToggle: (open: boolean) => void
}

function FolderBranch({ folder, types, open, current, onToggle }: BranchProps) {
  const { t } = useWords('folders')
  const { idCarpeta, nombre, fijo, tipos } = folder
  return (
    <li>
      <div className={`${style.row} row`} data-current={current || undefined}>
        <button
          type="button"
          className={style.chevron}
          aria-expanded={open}
          aria-label={t('tiposDeCarpeta', { nombre })}
          disabled={tipos === 0}
          onClick={() => onToggle(!open)}
        >
          <IconChevronRight size={16} aria-hidden />
        </button>
        <Link
          to={paths.folderTypes(idCarpeta)}
          className={`${style.folder} row gap-8 grow`}
          aria-current={current ? 'page' : undefined}
        >
          <span className={`${style.name} grow`}>{nombre}</span>
          {fijo && <IconLock size={16} role="img" aria-label={t('fijo')} />}
          <span className="figures second">{tipos}</span>
        </Link>
      </div>
      {open && types.length > 0 && (
        <ul aria-label={nombre}>
          {types.map(({ idSubCarpeta, name }) => (
            <li key={idSubCarpeta}>
              <Link to={paths.type(idCarpeta, idSubCarpeta)} className={style.type}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
