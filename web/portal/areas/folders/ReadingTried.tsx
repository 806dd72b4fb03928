import { Button, Skeleton } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import '@mantine/dropzone/styles.layer.css'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { TriedReading } from '#contract/folders/reading.ts'
import { Facts } from '#web/shared/pages/pages.tsx'
import { draw } from '#web/shared/documents/PdfPage.tsx'
import { monthText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { mmScale } from './pageLines.ts'
import { useSample } from './useSample.ts'
import style from './Position.module.css'

interface Props {
  file: File | null
  tried: TriedReading | null
  /** The rules have changed since. */
  isStale: boolean
  busy: boolean
  onChoose: (sample: File) => void
}

/** The result of reading a sample: in words, and marked on its first page. */
export function ReadingTried({ file, tried, isStale, busy, onChoose }: Props) {
  const { t } = useWords('folders')
  const { sample } = useSample(file, 'first')
  const desk = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [width, setWidth] = useState(0)
  const [drawn, setDrawn] = useState<typeof sample>(null)
  useEffect(() => {
    if (!desk.current) return
    const watch = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width))
    watch.observe(desk.current)
    return () => watch.disconnect()
  }, [])
  const scale = tried
    ? Math.max(200, Math.min(width - (width < 768 ? 32 : 48), 820)) / (tried.pagina.width || 210)
    : 1
  const isDrawn = sample !== null && drawn === sample
  useEffect(() => {
    setDrawn(null)
    if (!sample || !canvas.current) return
    const drawing = draw(sample.page, canvas.current, scale * mmScale, 0, () => setDrawn(sample))
    return () => drawing.cancel()
  }, [sample, scale])
  return (
    <div
      className={style.scroll}
      ref={desk}
      role="region"
      aria-label={t('lectura.prueba')}
      tabIndex={tried ? 0 : undefined}
    >
      {!tried && <EmptySheet busy={busy} onChoose={onChoose} />}
      {tried && (
        <>
          <div className={style.read} role="status" data-stale={isStale || undefined}>
            <Facts
              of={[
                [
                  t('lectura.leido.colaborador'),
                  <b key="colaborador">{tried.colaborador?.nombre ?? t('lectura.nadie')}</b>,
                ],
                [t('lectura.leido.id'), tried.id_leido ?? t('lectura.nada')],
                [t('lectura.leido.nombre'), tried.nombre_leido ?? t('lectura.nada')],
                [t('lectura.leido.meses'), tried.meses.map(monthText).join(', ') || t('lectura.nada')],
                [t('lectura.leido.quedaria'), <ReadingGroup key="grupo" group={tried.grupo} />],
              ]}
            />
          </div>
          <div
            className={`${style.sheet} paper`}
            aria-busy={!isDrawn}
            style={{ width: tried.pagina.width * scale, height: tried.pagina.height * scale }}
          >
            <canvas ref={canvas} className={style.canvas} role="img" aria-label={t('lectura.hoja')} />
            {!isDrawn && <Skeleton className={style.canvas ?? ''} pos="absolute" inset={0} aria-hidden />}
            {(isDrawn && !isStale ? tried.marcas : []).map(({ tipo, texto, x, y, width: wide, height }) => (
              <i
                key={`${tipo} ${x} ${y}`}
                className={style.mark}
                title={texto}
                style={{
                  left: x * scale - 2.5,
                  top: y * scale - 2.5,
                  width: wide * scale + 5,
                  height: height * scale + 5,
                }}
              >
                {tipo in markNames && <small>{t(markNames[tipo as keyof typeof markNames])}</small>}
              </i>
            ))}
          </div>
        </>
      )}
    </div>
  )
}

/** The words on the marks, by kind. */
const markNames = { id: 'lectura.marca.id', name: 'lectura.marca.nombre' } as const

/** The group of a publication's preview that a receipt would be in, with its sign. */
export function ReadingGroup({ group }: { group: TriedReading['grupo'] }) {
  const { t } = useWords(['folders', 'massive', 'country'])
  const isReady = group === 'listo'
  const Icon = isReady ? IconCircleCheck : IconAlertTriangle
  return (
    <span className={style.group} data-ready={isReady || undefined}>
      <Icon size={16} aria-hidden />{' '}
      {isReady ? t('lectura.leido.listo') : t(`massive:grupo.${group}.nombre`, { cuil: t('country:cuil') })}
    </span>
  )
}

/** Lines of a receipt that stands for the sample; the second and third are outlined, as what is read will be. */
const ghostLines = [34, 22, 18, 100, 82, 88, 70, 76, 64] as const

/** A sheet in the place of the sample's, that takes it dropped or chosen. */
function EmptySheet({ busy, onChoose }: { busy: boolean; onChoose: (sample: File) => void }) {
  const { t } = useWords(['folders', 'words', 'country'])
  const read: Record<number, string> = { 1: t('lectura.marca.nombre'), 2: t('country:cuil') }
  const open = useRef<() => void>(null)
  const [isRejected, setRejected] = useState(false)
  return (
    <Dropzone
      className={`${style.sheet} ${style.empty} paper`}
      onDrop={([sample]: File[]) => {
        setRejected(false)
        if (sample) onChoose(sample)
      }}
      onReject={() => setRejected(true)}
      accept={['application/pdf']}
      multiple={false}
      disabled={busy}
      activateOnClick={false}
      activateOnKeyboard={false}
      enablePointerEvents
      openRef={open}
      inputProps={{ 'aria-label': t('lectura.elegir') }}
    >
      <span className={`${style.ghosts} column`} aria-hidden>
        {ghostLines.map((width, at) => (
          <i key={width} data-read={read[at]} style={{ width: `${width}%` }} />
        ))}
      </span>
      <span className={`${style.invite} column gap-12`}>
        <b>{t('lectura.sinPrueba')}</b>
        <span>{t('lectura.invita')}</span>
        <Button loading={busy} onClick={() => open.current?.()}>
          {t('lectura.elegir')}
        </Button>
        {isRejected && (
          <span role="alert" className={style.rejected}>
            {t('words:archivo.tipo', { tipos: 'PDF' })}
          </span>
        )}
      </span>
    </Dropzone>
  )
}
