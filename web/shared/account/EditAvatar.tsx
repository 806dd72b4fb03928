import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import type { Area } from 'react-easy-crop'
import { ownAccount } from '#contract/account/own.ts'
import { call } from '../calls/call.ts'
import { useAct } from '../calls/useAct.ts'
import { CropArea } from '../forms/CropArea.tsx'
import { Dialog } from '../forms/Dialog.tsx'
import { useObjectUrl } from '../calls/useObjectUrl.ts'
import { useViewer } from '../session/viewer.ts'
import { useWords } from '../texts/useWords.ts'
import { FirstFault } from './FirstFault.tsx'
import { useOwnPicture, usePutPicture } from './own-picture.ts'

/** The side of the uploaded picture, in pixels. */
const side = 512

/** Chooses, crops and saves one's own picture, or takes it away. */
export function EditAvatar({ onClose }: { onClose: () => void }) {
  const { t } = useWords(['account-own', 'words'])
  const { profile } = useViewer()
  const put = usePutPicture()
  const present = useOwnPicture()
  const [file, setFile] = useState<File | null>(null)
  const image = useObjectUrl(file)
  const [area, setArea] = useState<Area | null>(null)
  const [waits, setWaits] = useState(false)
  const [unreadable, setUnreadable] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  const { run, busy, error, forget } = useAct(
    async (act: 'save' | 'drop') => {
      if (act === 'drop') {
        await call(ownAccount.dropAvatar, {})
        await put(null)
        return onClose()
      }
      if (!file || !area) return
      const bytes = await cropped(file, area)
      const { foto, espera } = await call(ownAccount.saveAvatar, { id: profile.id }, { file: bytes })
      if (espera || foto === null) return setWaits(true)
      await put({ foto, bytes })
      onClose()
    },
    { refresh: [ownAccount.activity], inPlace: true },
  )
  const choose = async (chosen: File | null) => {
    if (!chosen) return
    forget()
    const readable = await createImageBitmap(chosen).then(
      (picture) => (picture.close(), true),
      () => false,
    )
    setUnreadable(!readable)
    setFile(readable ? chosen : null)
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('foto.titulo')}
      foot={
        <>
          {present && !image && (
            <Button size="md" color="bad" disabled={busy} onClick={() => run('drop')}>
              {t('foto.quitar')}
            </Button>
          )}
          <Button size="md" variant="subtle" onClick={onClose}>
            {t('words:accion.cancelar')}
          </Button>
          <Button
            size="md"
            variant="filled"
            loading={busy}
            disabled={!image || !area || waits}
            onClick={() => run('save')}
          >
            {t('foto.guardar')}
          </Button>
        </>
      }
    >
      <FirstFault error={error} />
      <p>{t('foto.texto')}</p>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        hidden
        onChange={(event) => void choose(event.currentTarget.files?.[0] ?? null)}
      />
      {image && (
        <CropArea
          key={image}
          image={image}
          aspect={1}
          isRound
          label={t('foto.area')}
          zoomLabel={t('foto.acercar')}
          onArea={setArea}
        />
      )}
      <Button onClick={() => input.current?.click()} data-autofocus>
        {t(image ? 'foto.otra' : 'foto.elegir')}
      </Button>
      {waits && <p role="status">{t('foto.espera')}</p>}
      {unreadable && <p role="alert">{t('foto.noSeLee')}</p>}
    </Dialog>
  )
}

/** The chosen part of a picture as a small square, without any other data of the file. */
async function cropped(file: File, { x, y, width, height }: Area): Promise<Blob> {
  const picture = await createImageBitmap(file)
  const canvas = new OffscreenCanvas(side, side)
  canvas.getContext('2d')?.drawImage(picture, x, y, width, height, 0, 0, side, side)
  picture.close()
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 })
}
