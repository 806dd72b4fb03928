import { ActionIcon, Alert, Button, FileButton } from '@mantine/core'
import { IconFile, IconPhoto, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { billboard, mostPostFiles, type Post } from '#contract/billboard.ts'
import { call } from '#web/shared/calls/call.ts'
import { ConfirmDialog } from '#web/shared/forms/ConfirmDialog.tsx'
import { sizeText, useErrorText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './billboard.module.css'

interface Props {
  post: Post | undefined
  /** Keeps a new post as a draft, and answers its id. */
  ensureDraft: () => Promise<number>
  onChanged: (id: number) => Promise<void>
}

/** The picture of a post and the files beside it: each goes up as soon as it is chosen. */
export function PostFiles({ post, ensureDraft, onChanged }: Props) {
  const { t } = useWords('billboard')
  const errorText = useErrorText()
  const [busy, setBusy] = useState<'imagen' | 'archivo'>()
  const [failed, setFailed] = useState<unknown>()
  const work = async (of: 'imagen' | 'archivo', act: (id: number) => Promise<unknown>) => {
    setBusy(of)
    setFailed(undefined)
    try {
      const id = await ensureDraft()
      await act(id)
      await onChanged(id)
    } catch (error) {
      setFailed(error)
    } finally {
      setBusy(undefined)
    }
  }
  const add = (uso: 'imagen' | 'archivo', file: File | null) => {
    if (file) void work(uso, (id) => call(billboard.addFile, { id, uso }, { file }))
  }
  const [removing, setRemoving] = useState<{ archivo: number; nombre?: string }>()
  const published = post !== undefined && post.momento !== 'borrador'
  const files = post?.archivos ?? []
  return (
    <div className={`${style.files} column gap-12`}>
      {(published || !post) && <p className="second">{t(post ? 'form.cambianYa' : 'form.quedaBorrador')}</p>}
      <div className={`${style.choices} row gap-8 wrap`}>
        <FileButton accept="image/png,image/jpeg" onChange={(file) => add('imagen', file)}>
          {(props) => (
            <Button {...props} loading={busy === 'imagen'} leftSection={<IconPhoto size={18} aria-hidden />}>
              {t(post?.imagen ? 'form.otraImagen' : 'form.imagen')}
            </Button>
          )}
        </FileButton>
        {post?.imagen && (
          <Button variant="subtle" color="bad" onClick={() => setRemoving({ archivo: 0 })}>
            {t('form.quitarImagen')}…
          </Button>
        )}
        <FileButton accept="application/pdf,image/png,image/jpeg" onChange={(file) => add('archivo', file)}>
          {(props) => (
            <Button
              {...props}
              loading={busy === 'archivo'}
              disabled={files.length >= mostPostFiles}
              leftSection={<IconFile size={18} aria-hidden />}
            >
              {t('form.archivo')}
            </Button>
          )}
        </FileButton>
      </div>
      <span className="second">{t('form.archivosAyuda')}</span>
      {files.length > 0 && (
        <ul className="plain-list column gap-4" aria-label={t('archivos')}>
          {files.map(({ id, nombre, tamano }) => (
            <li key={id} className="row apart gap-8">
              <span>
                {nombre} <span className="second figures">{sizeText(tamano)}</span>
              </span>
              <ActionIcon
                aria-label={t('form.quitarArchivo', { nombre })}
                onClick={() => setRemoving({ archivo: id, nombre })}
              >
                <IconX size={18} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {post && removing && (
        <ConfirmDialog
          title={
            removing.nombre ? t('form.quitarArchivo', { nombre: removing.nombre }) : t('form.quitarImagen')
          }
          submit={t('form.quitar')}
          dangerous={published}
          act={() => call(billboard.removeFile, { id: post.id, archivo: removing.archivo })}
          done={t(removing.archivo === 0 ? 'form.imagenQuitada' : 'form.archivoQuitado')}
          onDone={() => onChanged(post.id)}
          onClose={() => setRemoving(undefined)}
        >
          {t(published ? 'form.quitarPublicado' : 'form.quitarTexto')}
        </ConfirmDialog>
      )}
      {failed !== undefined && (
        <Alert color="bad" role="alert">
          {errorText(failed)}
        </Alert>
      )}
    </div>
  )
}
