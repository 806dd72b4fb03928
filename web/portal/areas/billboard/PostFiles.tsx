import { ActionIcon, Alert, Button, FileButton } from '@mantine/core'
import { IconFile, IconPhoto, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { billboard, mostPostFiles, type Post } from '#contract/billboard.ts'
import { call } from '#web/shared/calls/call.ts'
import { sizeText, useErrorText } from '#web/shared/texts/texts.ts'
import style from './billboard.module.css'

interface Props {
  post: Post | undefined
  /** Keeps a new post as a draft, and answers its id. */
  ensureDraft: () => Promise<number>
  onChanged: (id: number) => Promise<void>
}

/** The picture of a post and the files beside it: each goes up as soon as it is chosen. */
export function PostFiles({ post, ensureDraft, onChanged }: Props) {
  const { t } = useTranslation('billboard')
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
  const remove = (archivo: number) =>
    void work(archivo === 0 ? 'imagen' : 'archivo', (id) => call(billboard.removeFile, { id, archivo }))
  const files = post?.archivos ?? []
  return (
    <div className={`${style.files} column gap-12`}>
      <div className="row gap-8 wrap">
        <FileButton accept="image/png,image/jpeg" onChange={(file) => add('imagen', file)}>
          {(props) => (
            <Button {...props} loading={busy === 'imagen'} leftSection={<IconPhoto size={18} aria-hidden />}>
              {t(post?.imagen ? 'form.otraImagen' : 'form.imagen')}
            </Button>
          )}
        </FileButton>
        {post?.imagen && (
          <Button variant="subtle" color="bad" onClick={() => remove(0)}>
            {t('form.quitarImagen')}
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
              <ActionIcon aria-label={t('form.quitarArchivo', { nombre })} onClick={() => remove(id)}>
                <IconX size={18} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {failed !== undefined && (
        <Alert color="bad" role="alert">
          {errorText(failed)}
        </Alert>
      )}
    </div>
  )
}
