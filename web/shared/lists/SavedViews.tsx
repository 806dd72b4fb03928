import { Button, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBookmark, IconBookmarkFilled, IconStar, IconStarFilled, IconTrash } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { views, type SavedView, type ViewedList } from '#contract/views.ts'
import { call } from '../calls/call.ts'
import { Dialog } from '../forms/Dialog.tsx'
import { CheckField, TextField } from '../forms/fields.tsx'
import { FormShell } from '../forms/FormShell.tsx'
import { useErrorText } from '../texts/texts.ts'
import { toast, toastError } from '../pages/toasts.tsx'
import { useCall, useRefresh } from '../calls/useCall.ts'
import { useForm } from '../forms/useForm.ts'
import { useWords } from '../texts/useWords.ts'
import type { ListState } from './useListState.ts'
import style from './ListTools.module.css'

interface Props {
  list: ViewedList
  state: ListState
}

/** The list's search, filters, order and columns kept under a name, and had again. */
export function SavedViews({ list, state }: Props) {
  const { t } = useWords('shell-frame')
  const [saving, { open, close }] = useDisclosure()
  const errorText = useErrorText()
  const refresh = useRefresh()
  const kept = useCall(views.list, { lista: list }).data ?? []
  usePreferred(kept, state)
  const shown = kept.find(({ consulta }) => consulta === state.query)
  const Bookmark = shown ? IconBookmarkFilled : IconBookmark
  const change = async (act: () => Promise<unknown>) => {
    try {
      await act()
      await refresh(views.list)
    } catch (error) {
      toastError({ text: errorText(error) })
    }
  }
  return (
    <>
      <Menu position="bottom-end" withinPortal={false} closeOnItemClick={false}>
        <Menu.Target>
          <Button
            className={style.saved ?? ''}
            variant="subtle"
            size="compact-sm"
            aria-label={shown?.nombre ?? t('vistas.titulo')}
            leftSection={<Bookmark size={16} aria-hidden />}
          >
            <span>{shown?.nombre ?? t('vistas.titulo')}</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={style.views ?? ''}>
          {kept.length === 0 && <Menu.Label>{t('vistas.ninguna')}</Menu.Label>}
          {kept.map((view) => (
            <div key={view.id} className={`${style.view} row`} role="none">
              <Menu.Item closeMenuOnClick onClick={() => state.apply(view.consulta)}>
                {view.nombre}
              </Menu.Item>
              <Menu.Item
                aria-label={t(view.preferida ? 'vistas.noPreferir' : 'vistas.preferir', {
                  nombre: view.nombre,
                })}
                onClick={() =>
                  void change(() => call(views.prefer, { id: view.id, preferida: !view.preferida }))
                }
              >
                {view.preferida ? <IconStarFilled size={16} /> : <IconStar size={16} />}
              </Menu.Item>
              <Menu.Item
                aria-label={t('vistas.borrar', { nombre: view.nombre })}
                onClick={() => void change(() => call(views.forget, { id: view.id }))}
              >
                <IconTrash size={16} />
              </Menu.Item>
            </div>
          ))}
          <Menu.Divider />
          <Menu.Item closeMenuOnClick onClick={open}>
            {t('vistas.guardar')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Dialog opened={saving} onClose={close} title={t('vistas.guardarTitulo')}>
        <SaveForm list={list} state={state} name={shown?.nombre ?? ''} onClose={close} />
      </Dialog>
    </>
  )
}

/** Applies the list's default view, unless the address already contains a state. */
function usePreferred(kept: readonly SavedView[], state: ListState): void {
  const { search } = useLocation()
  const bare = useRef(search === '')
  useEffect(() => {
    const preferred = kept.find(({ preferida }) => preferida)
    if (!bare.current || !preferred) return
    bare.current = false
    state.apply(preferred.consulta)
  })
}

function SaveForm({ list, state, name, onClose }: Props & { name: string; onClose: () => void }) {
  const { t } = useWords(['shell-frame', 'words'])
  const refresh = useRefresh()
  const form = useForm(views.save, {
    initial: { lista: list, consulta: state.query, nombre: name, preferida: false },
    onDone: async ({ nombre }) => {
      await refresh(views.list)
      toast({ text: t('vistas.guardada', { nombre }) })
      onClose()
    },
  })
  return (
    <FormShell
      form={form}
      modal
      loading={false}
      error={null}
      submit={t('words:accion.guardar')}
      onCancel={onClose}
    >
      <p className="second">{t('vistas.que')}</p>
      <TextField form={form} name="nombre" label={t('vistas.nombre')} first />
      <CheckField form={form} name="preferida" label={t('vistas.preferida')} />
    </FormShell>
  )
}
