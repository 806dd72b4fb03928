import { Button } from '@mantine/core'
import { IconFile, IconPlayerPlay } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { PostFile } from '#contract/billboard.ts'
import type { RichDocument } from '#contract/rich-text.ts'
import { playerOf } from '#contract/billboard-video.ts'
import { RichText } from '../rich-text/RichText.tsx'
import { sizeText } from '../texts/texts.ts'
import { useWords } from '../texts/useWords.ts'
import style from './PostCard.module.css'

interface Props {
  titulo: string
  texto: RichDocument | null
  /** As it is kept: 'youtube:<id>'. */
  video: string | null
  /** Has a picture, whose room is kept until its address is there. */
  imagen?: boolean
  /** The address of its picture. */
  picture?: string | undefined
  archivos: readonly PostFile[]
  onFile?: (file: PostFile) => void
  /** Below the text: what the reader is asked for. */
  children?: ReactNode
}

/** A post as its readers see it. Its video is fetched from the site that has it only when it is pressed. */
export function PostCard({ titulo, texto, video, imagen, picture, archivos, onFile, children }: Props) {
  const { t } = useWords('billboard')
  return (
    <article className={`${style.card} panel`}>
      {picture ? (
        <img src={picture} alt="" className={style.picture} />
      ) : (
        imagen && <div className={style.picture} />
      )}
      <div className={`${style.words} column gap-12`}>
        <h2>{titulo || t('sinTitulo')}</h2>
        {texto && <RichText document={texto} />}
        {video && <Video key={video} video={video} title={titulo} />}
        {archivos.length > 0 && (
          <ul className="plain-list column gap-4" aria-label={t('archivos')}>
            {archivos.map((file) => (
              <li key={file.id}>
                <Button
                  variant="subtle"
                  leftSection={<IconFile size={18} aria-hidden />}
                  onClick={() => onFile?.(file)}
                >
                  {file.nombre} <span className="second figures">{sizeText(file.tamano)}</span>
                </Button>
              </li>
            ))}
          </ul>
        )}
        {children}
      </div>
    </article>
  )
}

function Video({ video, title }: { video: string; title: string }) {
  const { t } = useWords('billboard')
  const [playing, setPlaying] = useState(false)
  const address = playerOf(video)
  if (!address) return null
  if (playing)
    return (
      <iframe
        className={style.video}
        src={address}
        title={t('video', { titulo: title })}
        allow="fullscreen; picture-in-picture"
        // The player is another site's, so that it can't lift its own sandbox.
        sandbox="allow-scripts allow-same-origin allow-presentation" // oxlint-disable-line -- not our origin
        referrerPolicy="strict-origin-when-cross-origin"
      />
    )
  const site = video.startsWith('vimeo') ? 'Vimeo' : 'YouTube'
  return (
    <Button size="lg" leftSection={<IconPlayerPlay size={20} aria-hidden />} onClick={() => setPlaying(true)}>
      {t('verVideo', { sitio: site })}
    </Button>
  )
}
