import { Button, Skeleton } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconArrowLeft, IconFolderOpen, IconPlus } from '@tabler/icons-react'
import { Link } from 'react-router'
import { type FolderDetail, folderSettings } from '#contract/folders/settings.ts'
import { paths } from '#web/shared/pages/paths.ts'
import { EmptyState, ErrorState } from '#web/shared/pages/states.tsx'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { FolderHeld } from './FolderHeld.tsx'
import { FolderRules } from './FolderRules.tsx'
import { TypesTable } from './TypesTable.tsx'
import style from './FoldersPage.module.css'

interface Props {
  folder: FolderDetail
  folders: readonly FolderDetail[]
  chosen: boolean
  /** The page holds nothing else: its title is the folder's name. */
  alone: boolean
}

/** A folder: its rules in words, its types, and why it can't be archived. */
export function FolderView({ folder, folders, chosen, alone }: Props) {
  const { t } = useWords('folders')
  const id = folder.idCarpeta
  const [Title, Part] = alone ? (['h1', 'h2'] as const) : (['h2', 'h3'] as const)
  const answer = useCall(folderSettings.types, { id })
  return (
    <section
      className={`${style.view} column grow`}
      aria-label={folder.nombre}
      data-chosen={chosen || undefined}
    >
      <div className={style.body}>
        <div className={`${style.head} row wrap`}>
          <Link className={style.back} to={paths.folders()}>
            <IconArrowLeft size={16} aria-hidden /> {t('titulo')}
          </Link>
          <IconFolderOpen size={20} aria-hidden />
          <Title className={style.title}>{folder.nombre}</Title>
          {!alone && <span className="quiet">{t('carpeta')}</span>}
          <div className="flex wrap gap-8 to-end">
            <Button
              component={Link}
              to={paths.folder(id)}
              aria-label={t('reglas')}
              leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}
            >
              {t(alone ? 'reglasTitulo' : 'reglas')}
            </Button>
          </div>
        </div>
        <FolderRules folder={folder} folders={folders} types={answer.data ?? []} />
        <div className={`${style.head} row wrap`}>
          <Part className={style.part}>
            {t('tiposDe')} <span className={`figures ${style.count}`}>{answer.data?.length}</span>
          </Part>
          <div className="flex wrap gap-8 to-end">
            <Button
              component={Link}
              to={paths.typeCreate(id)}
              variant="filled"
              leftSection={<IconPlus size={18} aria-hidden />}
            >
              {t('nuevoTipo')}
            </Button>
          </div>
        </div>
        {answer.error && (
          <ErrorState error={answer.error} title={t('error')} onRetry={() => void answer.refetch()} />
        )}
        {answer.isPending && <Skeleton height={200} mt={12} />}
        {answer.data?.length === 0 && (
          <EmptyState title={t('sinTipos.titulo')}>{t('sinTipos.texto')}</EmptyState>
        )}
        {answer.data && answer.data.length > 0 && <TypesTable folder={folder} types={answer.data} />}
      </div>
      <FolderHeld folder={folder} folders={folders} types={answer.data ?? []} />
    </section>
  )
}
