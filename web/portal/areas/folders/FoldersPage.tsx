import { Button, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { folderSettings } from '#contract/folders/settings.ts'
import { ListPage } from '#web/shared/pages/pages.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { EmptyState, ErrorState } from '#web/shared/pages/states.tsx'
import { usePageTitle } from '#web/shared/pages/usePageTitle.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { FolderTree } from './FolderTree.tsx'
import { FolderView } from './FolderView.tsx'
import style from './FoldersPage.module.css'

/** The folders at the left; beside them one folder's rules and its types. */
export function FoldersPage() {
  const { t } = useWords('folders')
  const wanted = useParams()['id']
  const phone = useMediaQuery('(max-width: 767px)') ?? false
  const answer = useCall(folderSettings.list, {})
  const folders = answer.data ?? []
  const shown = wanted === undefined ? folders[0] : folders.find((one) => one.idCarpeta === Number(wanted))
  const types = folders.reduce((sum, { tipos }) => sum + tipos, 0)
  const create = (
    <Button component={Link} to={paths.folderCreate()} leftSection={<IconPlus size={18} aria-hidden />}>
      {t('nueva')}
    </Button>
  )
  const content = (
    <>
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
          <FolderTree folders={folders} shown={shown?.idCarpeta} aside={wanted !== undefined} />
          {shown ? (
            <FolderView
              key={shown.idCarpeta}
              folder={shown}
              folders={folders}
              chosen={wanted !== undefined}
              alone={phone && wanted !== undefined}
            />
          ) : (
            <EmptyState drawing="lost" title={t('noEsta')} />
          )}
        </div>
      )}
    </>
  )
  if (phone && wanted !== undefined && (shown || answer.isPending))
    return <FolderAlone title={shown?.nombre ?? t('titulo')}>{content}</FolderAlone>
  return (
    <ListPage
      title={t('titulo')}
      // A phone has no room for it beside the act.
      count={
        phone || !answer.data
          ? undefined
          : `${t('carpetas', { count: folders.length })}, ${t('tipos', { count: types })}`
      }
      actions={create}
      tools={null}
    >
      {content}
    </ListPage>
  )
}

/** A phone shows an open folder without the list's head: its own has the way back. */
function FolderAlone({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title)
  return <div className={style.alone}>{children}</div>
}
