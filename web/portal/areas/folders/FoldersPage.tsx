import { Button, Skeleton, TextInput } from '@mantine/core'
import { IconLock, IconPlus, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { type FolderDetail, folderSettings } from '#contract/folder-settings.ts'
import { ListPage } from '#web/shared/pages.tsx'
import { paths } from '#web/shared/paths.ts'
import { EmptyState, ErrorState } from '#web/shared/states.tsx'
import { useCall } from '#web/shared/useCall.ts'
import { FolderView } from './FolderView.tsx'
import style from './FoldersPage.module.css'

/** The folders at the left; beside them one folder's rules and its types. */
export function FoldersPage() {
  const { t } = useTranslation('folders')
  const wanted = useParams()['id']
  const answer = useCall(folderSettings.list, {})
  const folders = answer.data ?? []
  const shown = wanted === undefined ? folders[0] : folders.find((one) => one.idCarpeta === Number(wanted))
  const types = folders.reduce((sum, { tipos }) => sum + tipos, 0)
  const create = (
    <Button
      component={Link}
      to={paths.folderCreate()}
      leftSection={<IconPlus size={18} stroke={1.6} aria-hidden />}
    >
      {t('nueva')}
    </Button>
  )
  return (
    <ListPage
      title={t('titulo')}
      count={answer.data && `${t('carpetas', { count: folders.length })}, ${t('tipos', { count: types })}`}
      actions={create}
      tools={null}
    >
      {answer.error && (
        <ErrorState error={answer.error} title={t('error')} onRetry={() => void answer.refetch()} />
      )}
      {answer.isPending && <Skeleton height={320} m={20} w="auto" />}
      {answer.data && folders.length === 0 && (
        <EmptyState title={t('vacia.titulo')} action={create}>
          {t('vacia.texto')}
        </EmptyState>
      )}
      {folders.length > 0 && (
        <div className={style.split}>
          <FolderList folders={folders} shown={shown?.idCarpeta} chosen={wanted !== undefined} />
          {shown ? (
            <FolderView
              key={shown.idCarpeta}
              folder={shown}
              folders={folders}
              chosen={wanted !== undefined}
            />
          ) : (
            <EmptyState drawing="lost" title={t('noEsta')} />
          )}
        </div>
      )}
    </ListPage>
  )
}

interface ListProps {
  folders: readonly FolderDetail[]
  shown: number | undefined
  /** One was chosen by its address: on a phone it stands alone. */
  chosen: boolean
}

function FolderList({ folders, shown, chosen }: ListProps) {
  const { t } = useTranslation('folders')
  const [search, setSearch] = useState('')
  const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const found = folders.filter(({ nombre }) => fold(nombre).includes(fold(search)))
  return (
    <nav className={style.folders} aria-label={t('lista')} data-chosen={chosen || undefined}>
      <TextInput
        aria-label={t('buscar')}
        placeholder={t('buscar')}
        leftSection={<IconSearch size={18} stroke={1.6} aria-hidden />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {found.length === 0 && <p className="second">{t('nada')}</p>}
      <ul>
        {found.map(({ idCarpeta, nombre, fijo, tipos }) => (
          <li key={idCarpeta}>
            <Link
              to={paths.folderTypes(idCarpeta)}
              className={style.folder}
              aria-current={idCarpeta === shown ? 'page' : undefined}
            >
              <span className={style.name}>{nombre}</span>
              {fijo && <IconLock size={16} stroke={1.6} role="img" aria-label={t('fijo')} />}
              <span className="figures second">{tipos}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
