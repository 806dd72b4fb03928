import { ActionIcon, Button, Menu } from '@mantine/core'
import {
  type Icon,
  IconCircleCheck,
  IconClock,
  IconDots,
  IconMinus,
  IconPencil,
  IconPlus,
  IconSpeakerphone,
} from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { billboard, type Post, type PostPhase, postPhases } from '#contract/billboard.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { type Column, DataTable } from '#web/shared/lists/DataTable.tsx'
import type { Filter } from '#web/shared/lists/filters.ts'
import { ListTools } from '#web/shared/lists/ListTools.tsx'
import { useListState } from '#web/shared/lists/useListState.ts'
import { useNarrowing } from '#web/shared/lists/useNarrowing.ts'
import { ListPage } from '#web/shared/pages/pages.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { EmptyState } from '#web/shared/pages/states.tsx'
import { dateText, numberText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { ChangeDialog, type PostAct } from './ChangeDialog.tsx'
import { ReadersDialog } from './ReadersDialog.tsx'
import { usePhaseText } from './usePhaseText.ts'
import { usePicture } from './usePostFile.ts'
import style from './billboard.module.css'

/** Posts of the company: for whom, until when, and who says that they read them. */
export function BillboardPage() {
  const { t } = useWords('billboard')
  const navigate = useNavigate()
  const state = useListState({ filters: ['momento'] })
  const [changing, setChanging] = useState<{ post: Post; act: PostAct }>()
  const [read, setRead] = useState<Post>()
  const momento = postPhases.find((one) => one === state.filters['momento']?.[0])
  const answer = useCall(billboard.list, {
    page: state.page,
    ...(state.search && { buscar: state.search }),
    ...(momento && { momento }),
  })
  const filters: Filter[] = [
    {
      name: 'momento',
      label: t('filtro'),
      options: postPhases.map((value) => ({ value, label: t(`momento.${value}`) })),
    },
  ]
  const narrowing = useNarrowing(state, filters, t('buscar'))
  const create = (
    <Button
      component={Link}
      to={paths.postCreate()}
      variant="filled"
      leftSection={<IconPlus size={18} aria-hidden />}
    >
      {t('crear')}
    </Button>
  )
  const nameOf = ({ titulo }: Post) => titulo || t('sinTitulo')
  const acts = (post: Post) => (
    <Acts
      post={post}
      name={nameOf(post)}
      onAct={(act) => setChanging({ post, act })}
      onReaders={() => setRead(post)}
    />
  )
  const columns: Column<Post>[] = [
    {
      id: 'titulo',
      header: t('columna.publicacion'),
      cell: (post) => (
        <span className="row gap-16">
          <Thumb post={post} />
          <span className={`${style.two} column`}>
            <b>{nameOf(post)}</b>
            <span className="second">
              <Audience post={post} />
            </span>
          </span>
        </span>
      ),
    },
    {
      id: 'vigencia',
      header: t('columna.vigencia'),
      cell: ({ desde, hasta }) =>
        desde && hasta ? (
          <span className="figures">{t('vigencia', { desde: dateText(desde), hasta: dateText(hasta) })}</span>
        ) : (
          <span className="second">{t('sinFecha')}</span>
        ),
      width: 210,
      from: 'medium',
    },
    { id: 'estado', header: t('columna.estado'), cell: (post) => <Phase post={post} />, width: 210 },
    {
      id: 'leido',
      header: t('columna.leido'),
      cell: (post) => (
        <span className="row apart gap-8">
          <Readings post={post} />
          <span className="to-end">{acts(post)}</span>
        </span>
      ),
      width: 220,
      from: 'medium',
    },
  ]
  const isEmpty = answer.data?.pagination.total === 0 && narrowing.length === 0
  return (
    <ListPage
      title={t('titulo')}
      count={answer.data && numberText(answer.data.pagination.total)}
      actions={!isEmpty && create}
      tools={<ListTools state={state} placeholder={t('buscar')} filters={filters} />}
    >
      <DataTable
        label={t('titulo')}
        answer={answer}
        state={state}
        columns={columns}
        rowId={({ id }) => String(id)}
        rowName={nameOf}
        rowHeight={72}
        phone={(post) => (
          <span className={`${style.two} column`}>
            <b>{nameOf(post)}</b>
            <Phase post={post} />
            {post.pide_leido && post.momento !== 'borrador' && (
              <span className="second">{t('columna.leido')}</span>
            )}
            {post.pide_leido && <Readings post={post} />}
          </span>
        )}
        phoneAct={acts}
        narrowing={narrowing}
        onOpen={({ id }) => void navigate(paths.post(id))}
        empty={
          <EmptyState title={t('vacia.titulo')} action={create}>
            {t('vacia.texto')}
          </EmptyState>
        }
      />
      {changing && <ChangeDialog {...changing} onClose={() => setChanging(undefined)} />}
      {read && <ReadersDialog post={read} onClose={() => setRead(undefined)} />}
    </ListPage>
  )
}

function Thumb({ post }: { post: Post }) {
  const picture = usePicture(post)
  return (
    <span className={`${style.thumb} row`}>
      {picture ? <img src={picture} alt="" /> : <IconSpeakerphone size={22} aria-hidden className="quiet" />}
    </span>
  )
}

/** The sectors and locations to which a post goes. */
function Audience({
  post: { todos_los_sectores, sectores, todas_las_locaciones, locaciones },
}: {
  post: Post
}) {
  const { t } = useWords('billboard')
  if (todos_los_sectores && todas_las_locaciones) return t('todos')
  const names = (all: boolean, some: Post['sectores'], word: string) =>
    all ? word : some.map(({ nombre }) => nombre).join(', ')
  return [
    names(todos_los_sectores, sectores, t('todosLosSectores')),
    names(todas_las_locaciones, locaciones, t('todasLasLocaciones')),
  ]
    .filter(Boolean)
    .join(' · ')
}

const marks: Record<PostPhase, [Icon, string]> = {
  activa: [IconCircleCheck, 'var(--ok)'],
  programada: [IconClock, 'var(--warn)'],
  terminada: [IconMinus, 'var(--text3)'],
  borrador: [IconPencil, 'var(--text3)'],
}

function Phase({ post }: { post: Post }) {
  const phaseText = usePhaseText()
  const [Mark, colour] = marks[post.momento]
  return (
    <span className="row gap-4">
      <Mark size={16} color={colour} aria-hidden />
      {phaseText(post)}
    </span>
  )
}

function Readings({ post: { pide_leido, momento, leyeron, personas } }: { post: Post }) {
  const { t } = useWords('billboard')
  if (momento === 'borrador') return null
  if (!pide_leido) return <span className="second">{t('sinPedir')}</span>
  return (
    <span className={`${style.two} column figures`}>
      {t('leyeron', { leyeron: numberText(leyeron), personas: numberText(personas) })}
      {leyeron < personas && (
        <span className={style.missing}>{t('faltan', { faltan: numberText(personas - leyeron) })}</span>
      )}
    </span>
  )
}

interface ActsProps {
  post: Post
  name: string
  onAct: (act: PostAct) => void
  onReaders: () => void
}

function Acts({ post, name, onAct, onReaders }: ActsProps) {
  const { t } = useWords('billboard')
  const live = post.momento === 'activa' || post.momento === 'programada'
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          aria-label={t('acciones.de', { titulo: name })}
          onClick={(event) => event.stopPropagation()}
        >
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown onClick={(event) => event.stopPropagation()}>
        <Menu.Item component={Link} to={paths.post(post.id)}>
          {t('acciones.editar')}
        </Menu.Item>
        <Menu.Item component={Link} to={paths.postCreate(post.id)}>
          {t('acciones.copiar')}
        </Menu.Item>
        {post.pide_leido && post.momento !== 'borrador' && (
          <Menu.Item onClick={onReaders}>{t('acciones.lectores')}</Menu.Item>
        )}
        {post.pide_leido && post.momento === 'activa' && post.leyeron < post.personas && (
          <Menu.Item onClick={() => onAct('recordar')}>{t('acciones.recordar')}</Menu.Item>
        )}
        {live && (
          <Menu.Item className="bad" onClick={() => onAct('terminar')}>
            {t('acciones.terminar')}
          </Menu.Item>
        )}
        <Menu.Item className="bad" onClick={() => onAct('archivar')}>
          {t('acciones.archivar')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
